/* Sets colours and language before the first paint, so that nothing flashes. A file of its own, since the content policy
   allows no script inside the page. The page itself takes over in src/settings/appearance.svelte.ts. */
(function () {
  var kept = {};
  try {
    kept = JSON.parse(localStorage.getItem('damier.preferences') || '{}') || {};
  } catch (_) {
    /* the defaults will do */
  }
  var root = document.documentElement;
  var dark = kept.theme === 'dark' || (kept.theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = dark ? 'dark' : 'light';
  if (/^(walnut|slate|lilac|gold)$/.test(kept.board)) root.dataset.board = kept.board;
  if (/^(flat|rosette|star|night)$/.test(kept.pieces)) root.dataset.pieces = kept.pieces;
  var languages = kept.language ? [kept.language] : navigator.languages || [navigator.language];
  var known = languages.map(function (tag) { return String(tag).slice(0, 2); }).filter(function (id) {
    return id === 'fr' || id === 'en';
  });
  root.lang = known[0] || 'en';
})();
