// The frame of a tree: it opens at the root, zooms, pans, and shows where there is more.

import { showEdges } from "./edges.js";
import { button, make } from "./parts.js";
import { words } from "./words.js";

const READABLE = 0.6; // how far a wide tree is made smaller before it scrolls
const OPEN = 0.85; // the scale at which a tree opens that does not fit
const LARGE = 0.8; // a tree that fits at less has buttons to zoom
const STEP = 1.25;
const LEAST = 0.2;
const MOST = 4;
const DRAG = 4; // pixels that a mouse moves before it drags

/** A drawing of `drawTree` in a frame. It opens whole where that is readable, else at its root. */
export function treeFrame(svg) {
  return new Frame(svg).element;
}

class Frame {
  constructor(svg) {
    this.svg = svg;
    this.width = Number(svg.getAttribute("width"));
    this.height = Number(svg.getAttribute("height"));
    this.scale = 1;
    this.box = make("div", "tree-box", svg);
    this.box.setAttribute("role", "group");
    this.box.setAttribute("aria-label", words().mtree);
    this.updateEdges = showEdges(this.box, { down: true });
    this.tools = this.makeTools();
    this.element = make("div", "tree-frame", this.box, this.tools);
    new ResizeObserver(() => this.open()).observe(this.element);
    this.listen();
  }

  makeTools() {
    const tool = (sign, label, action) => {
      const made = button(sign, action, "plain tool");
      made.setAttribute("aria-label", label);
      made.title = label;
      return made;
    };
    const { zoomOut, zoomIn, wholeTree, zoom } = words();
    const tools = make(
      "div",
      "tree-tools",
      tool("−", zoomOut, () => this.zoomTo(this.scale / STEP)),
      tool("+", zoomIn, () => this.zoomTo(this.scale * STEP)),
      tool("⤢", wholeTree, () => this.zoomTo(this.fitting())),
    );
    tools.setAttribute("role", "group");
    tools.setAttribute("aria-label", zoom);
    return tools;
  }

  /** The scale at which all of the tree is seen. */
  fitting() {
    return Math.min(1, this.box.clientWidth / this.width);
  }

  /** Show the tree as it is seen first; again when the width of the frame changes. */
  open() {
    if (!this.box.clientWidth || this.box.clientWidth === this.openedAt) return;
    this.openedAt = this.box.clientWidth;
    const fitting = this.fitting();
    this.opening = fitting < READABLE ? OPEN : fitting;
    this.box.style.height = "";
    this.setScale(this.opening);
    const bar = this.box.offsetHeight - this.box.clientHeight; // that scrolls
    this.box.style.height = `${Math.ceil(this.height * this.opening) + bar}px`;
    this.box.scrollLeft = Number(this.svg.dataset.root) * this.scale - this.box.clientWidth / 2;
    this.box.scrollTop = 0;
    this.updateEdges();
  }

  setScale(scale) {
    this.scale = scale;
    this.svg.style.width = `${this.width * scale}px`;
    this.svg.style.height = `${this.height * scale}px`;
    this.element.classList.toggle("large", this.fitting() < LARGE || scale !== this.opening);
    this.updateEdges();
  }

  /** Change the scale; what is at a point of the window, else in the middle, stays there. */
  zoomTo(wanted, point = this.middle()) {
    const before = this.svg.getBoundingClientRect();
    const x = (point.x - before.left) / this.scale;
    const y = (point.y - before.top) / this.scale;
    this.setScale(Math.min(MOST, Math.max(Math.min(LEAST, this.fitting()), wanted)));
    const after = this.svg.getBoundingClientRect();
    this.box.scrollLeft += after.left + x * this.scale - point.x;
    this.box.scrollTop += after.top + y * this.scale - point.y;
  }

  middle() {
    const { left, top, width, height } = this.box.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  }

  listen() {
    const { box } = this;
    box.addEventListener("keydown", (event) => this.press(event));
    box.addEventListener("wheel", (event) => this.turn(event), { passive: false });
    box.addEventListener("pointerdown", (event) => this.drag(event));
    for (const name of ["touchstart", "touchmove"])
      box.addEventListener(name, (event) => this.pinch(event), { passive: false });
  }

  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return; // the browser's own zoom
    const scales = { "+": this.scale * STEP, "=": this.scale * STEP, "-": this.scale / STEP, 0: this.fitting() };
    if (!Object.hasOwn(scales, event.key)) return;
    event.preventDefault();
    this.zoomTo(scales[event.key]);
  }

  turn(event) {
    if (!event.ctrlKey) return; // a plain wheel scrolls the page
    event.preventDefault();
    this.zoomTo(this.scale * Math.exp(-event.deltaY / 300), event);
  }

  /** Let a mouse pull the tree; fingers do it without us. */
  drag(event) {
    if (event.pointerType !== "mouse" || event.button !== 0) return;
    const { box } = this;
    const from = { x: event.clientX, y: event.clientY, left: box.scrollLeft, top: box.scrollTop };
    const move = ({ clientX, clientY }) => {
      const [x, y] = [clientX - from.x, clientY - from.y];
      if (!box.classList.contains("dragged") && Math.hypot(x, y) < DRAG) return;
      box.classList.add("dragged");
      box.scrollLeft = from.left - x;
      box.scrollTop = from.top - y;
    };
    const stop = () => {
      box.classList.remove("dragged");
      removeEventListener("pointermove", move);
    };
    addEventListener("pointermove", move);
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, stop, { once: true });
  }

  pinch(event) {
    if (event.touches.length !== 2) return;
    event.preventDefault();
    const [one, two] = event.touches;
    const distance = Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY);
    if (event.type === "touchstart") this.pinched = { distance, scale: this.scale };
    const middle = { x: (one.clientX + two.clientX) / 2, y: (one.clientY + two.clientY) / 2 };
    this.zoomTo((this.pinched.scale * distance) / this.pinched.distance, middle);
  }
}
