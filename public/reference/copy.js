/** A button on each block of code that copies it. Without a script the text can still be selected. */
for (const block of document.querySelectorAll('pre[data-copy]')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.setAttribute('aria-label', `Copy: ${block.getAttribute('aria-label')}`);
  const said = document.createElement('span');
  said.setAttribute('role', 'status');
  said.className = 'hidden-text';
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(block.textContent ?? '');
      said.textContent = 'Copied';
    } catch {
      said.textContent = 'This browser does not let the page copy.';
    }
    button.textContent = said.textContent === 'Copied' ? 'Copied' : 'Not copied';
    setTimeout(() => {
      button.textContent = 'Copy';
      said.textContent = '';
    }, 3000);
  });
  const around = document.createElement('div');
  around.className = 'code';
  block.replaceWith(around);
  around.append(block, button, said);
}
// The answer is what the reader came for: the address names it, and the focus goes there.
if (location.hash === '#answer') document.getElementById('answer')?.focus();
