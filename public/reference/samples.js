/**
 * Tabs for samples in several languages. The choice is kept while the browser's tab is open, so that each
 * endpoint shows the same language. Without a script all samples stand one below the other.
 */
const KEY = 'sample-language';

function remembered() {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function remember(id) {
  try {
    sessionStorage.setItem(KEY, id);
  } catch {
    // A browser that keeps nothing shows the first language again.
  }
}

function makeTabs(samples) {
  const panels = [...samples.children];
  const list = document.createElement('div');
  list.className = 'tabs';
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-label', 'Language of the sample');
  const tabs = panels.map((panel) => {
    const tab = document.createElement('button');
    tab.type = 'button';
    tab.id = `tab-${panel.id}`;
    tab.textContent = panel.dataset.name;
    tab.setAttribute('role', 'tab');
    tab.setAttribute('aria-controls', panel.id);
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', tab.id);
    panel.querySelector('h3').hidden = true;
    return tab;
  });
  const show = (chosen) => {
    for (const [n, tab] of tabs.entries()) {
      const isChosen = n === chosen;
      tab.setAttribute('aria-selected', String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      panels[n].hidden = !isChosen;
    }
  };
  const choose = (n) => {
    const chosen = (n + tabs.length) % tabs.length;
    show(chosen);
    tabs[chosen].focus();
    remember(panels[chosen].id);
  };
  for (const [n, tab] of tabs.entries()) {
    tab.addEventListener('click', () => choose(n));
    tab.addEventListener('keydown', (event) => {
      const steps = { ArrowRight: n + 1, ArrowLeft: n - 1, Home: 0, End: tabs.length - 1 };
      const next = steps[event.key];
      if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      choose(next);
    });
  }
  list.append(...tabs);
  samples.prepend(list);
  const before = panels.findIndex(({ id }) => id === remembered());
  show(Math.max(before, 0));
}

for (const samples of document.querySelectorAll('[data-samples]')) makeTabs(samples);
