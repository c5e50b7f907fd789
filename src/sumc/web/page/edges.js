// Boxes that scroll, and show that they do.

/** Fade the edges of a box behind which there is more, and let the keyboard scroll it. */
export function showEdges(box, { down = false } = {}) {
  const update = () => {
    const across = box.scrollWidth - box.clientWidth;
    const along = down ? box.scrollHeight - box.clientHeight : 0;
    const sides = {
      left: box.scrollLeft,
      right: across - box.scrollLeft,
      top: down ? box.scrollTop : 0,
      bottom: along - box.scrollTop,
    };
    for (const [side, hidden] of Object.entries(sides))
      box.style.setProperty(`--more-${side}`, hidden > 1 ? "1.8rem" : "0px");
    const scrolls = across > 1 || along > 1;
    box.classList.toggle("scrolls", scrolls);
    if (scrolls) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  };
  box.classList.add("edges");
  box.addEventListener("scroll", update, { passive: true });
  new ResizeObserver(update).observe(box);
  return update;
}
