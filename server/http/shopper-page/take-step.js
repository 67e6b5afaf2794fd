/**
 * Tells the page around, or goes on to the merchant. Nothing that is told is a secret, and the page that is
 * told asks the gateway itself. Inside of another gateway's page, whose frame for the bank is this
 * one, the name has to go: a form would find this frame by it, and not the one within.
 */
(() => {
  const { step, token, result, next, embedder, endsIn, holders, until } = document.body.dataset;
  const framed = parent !== window;
  // A policy would ask for every page around, up to the tab's; only the next one is known.
  const [around = location.origin] = location.ancestorOrigins ?? [];
  const isHeld = [location.origin, ...(holders ?? around).split(' ')].includes(around);
  if (window.name === 'bank') window.name = '';
  const tell = (message) => framed && embedder && parent.postMessage(message, embedder);
  // The page around cannot see whether the next page came, or one of the browser's own in its place.
  const go = (url) => {
    if (!url) return;
    tell({ type: 'left' });
    location.replace(url);
  };
  const end = () => {
    if (framed && embedder) {
      tell({ type: 'over', token });
      setTimeout(go, 10000, result);
    } else if (step !== 'over') go(result);
  };
  if (step === 'inner') {
    // In a sandbox no page has an origin, and none can be named.
    if (framed) parent.postMessage('inner', origin === 'null' ? '*' : origin);
    else go(next || result);
  }
  if (step === 'choose') tell({ type: 'opened', title: document.title });
  if (step === 'done' || step === 'over') end();
  if ((step === 'hold' || step === 'method') && !isHeld) {
    const main = document.querySelector('main');
    main.className = '';
    const elsewhere = document.getElementById('elsewhere');
    elsewhere.hidden = false;
    main.replaceChildren(main.querySelector('h1'), elsewhere);
  } else if (step === 'hold' || step === 'method') {
    tell({ type: 'opened', title: document.title });
    // Asks what has become of it, a moment after it was ended.
    if (endsIn) setTimeout(go, Number(endsIn) + 5000, location.href);
    addEventListener('message', (event) => {
      if (event.origin !== origin || event.data !== 'inner') return;
      // Without a shop to go on to, the page asks what has come of it, and says so in its own place.
      if (step === 'hold') result ? end() : go(location.href);
      else go(next);
    });
    const request = document.getElementById('request');
    request.submit();
    if (step === 'method') {
      setTimeout(go, 10000, next);
      // The blank page, which some browsers load late, can be looked into; what is posted to cannot.
      const frame = document.querySelector('iframe');
      if (until) frame.addEventListener('load', () => frame.contentDocument || go(next));
    } else {
      // No script can look into the bank's frame: the page offers to ask the bank again, and never does so itself.
      const trouble = document.getElementById('trouble');
      const [text, button] = trouble.children;
      const failed = text.textContent;
      let isLost = false;
      const show = () => {
        text.textContent = navigator.onLine ? failed : trouble.dataset.offline;
        trouble.hidden = false;
      };
      const hide = () => {
        trouble.hidden = true;
      };
      const slow = setTimeout(show, 20000);
      document.querySelector('iframe').addEventListener('load', () => {
        clearTimeout(slow);
        // What loads without a network is the browser's own page.
        isLost = !navigator.onLine;
      });
      addEventListener('offline', show);
      addEventListener('online', () => (isLost ? show() : hide()));
      button.addEventListener('click', () => {
        hide();
        request.submit();
      });
    }
  }
})();
