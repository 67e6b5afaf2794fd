/**
 * Keeps the inbox as it is: what has come is fetched with the page, and put in the place of what was
 * there. What is open stays open, and the focus stays where it is. Without a script there is a link.
 */
const LIVE = 'inbox-live';
const status = document.getElementById('inbox-status');
let isAsking = false;
let isToAskAgain = false;

/** The page as it is now. Trusted Types let no text become elements; a request may answer with a document. */
const ask = () =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('GET', location.pathname);
    request.responseType = 'document';
    request.onload = () => resolve(request.response);
    request.onerror = () => reject(new Error('the inbox does not answer'));
    request.send();
  });

const openIds = (root) => [...root.querySelectorAll('details[open]')].map(({ id }) => id);

const focusable = (root) => [...(root?.querySelectorAll('summary, button, [tabindex]') ?? [])];

async function refresh() {
  if (isAsking) {
    isToAskAgain = true;
    return;
  }
  isAsking = true;
  try {
    const next = (await ask())?.getElementById(LIVE);
    const shown = document.getElementById(LIVE);
    if (!next || !shown || next.dataset.version === shown.dataset.version) return;
    const open = openIds(shown);
    const focused = shown.contains(document.activeElement) ? document.activeElement : undefined;
    const place = focused?.closest('[id]')?.id;
    const nth = place ? focusable(document.getElementById(place)).indexOf(focused) : -1;
    const live = document.importNode(next, true);
    for (const id of open) live.querySelector(`#${CSS.escape(id)}`)?.setAttribute('open', '');
    shown.replaceWith(live);
    if (place) focusable(document.getElementById(place))[nth]?.focus();
    if (status) status.textContent = `Something has come: ${live.dataset.count} messages are here.`;
  } catch {
    // The stream tells again once the workbench is there.
  } finally {
    isAsking = false;
    if (isToAskAgain) {
      isToAskAgain = false;
      refresh();
    }
  }
}

new EventSource(`${location.pathname}/stream`).addEventListener('message', refresh);
