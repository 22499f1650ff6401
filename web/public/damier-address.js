/* Runs at any address below the root of a server. The files of the page are beside its document, so under another folder
   none was loaded: this one, which has an absolute address, opens the page itself, which says that there is nothing. */
(function () {
  if (!document.documentElement.dataset.theme) location.replace('/#' + location.pathname);
})();
