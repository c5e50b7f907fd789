// Runs before the page is drawn, so that it never flashes in the wrong colours.
(() => {
  const kept = (name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      return null; // storage may be switched off: then the choice lasts as long as the page
    }
  };
  const theme = kept("sumc-theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  const language = kept("sumc-language") || navigator.language || "en";
  document.documentElement.lang = language.startsWith("zh") ? "zh" : "en";
})();
