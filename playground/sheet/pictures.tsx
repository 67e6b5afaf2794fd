/** What is shown, as pictures: PNG where the browser can share its tab, on paper everywhere. */
import { useState } from 'preact/hooks';
import { view } from '../design/history.ts';
import { Button } from '../panel/button.tsx';
import { drawSheets } from './draw-sheets.ts';
import { canShareTab } from './tab-camera.ts';

const fileName = (name: string, n: number, of: number): string => {
  const plain =
    name
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '') || 'design';
  return `${plain}${of > 1 ? `-${n + 1}` : ''}.png`;
};

function save(picture: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(picture);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

const CUT = ', without what does not fit into the window: make it wider, or the form narrower';

/** Whether a part of a form is out of its place, which scrolls where the window is narrower. */
const isCut = (previews: Element): boolean =>
  [...previews.querySelectorAll('iframe')].some((frame) => {
    const place = frame.closest('.preview-place')?.getBoundingClientRect();
    const { left } = frame.getBoundingClientRect();
    const forms = frame.contentDocument?.querySelectorAll('.wpwl-container') ?? [];
    return [...forms].some((form) => {
      const { left: start, right: end, width } = form.getBoundingClientRect();
      return place && width > 0 && (left + start < place.left || left + end > place.right);
    });
  });

export function Pictures() {
  const [said, setSaid] = useState('');
  const [isAtWork, setIsAtWork] = useState(false);

  async function draw(): Promise<void> {
    const place = document.querySelector('.previews');
    if (!place) return;
    setIsAtWork(true);
    setSaid('Drawing: leave this tab in front.');
    try {
      const pictures = await drawSheets(place);
      for (const [n, picture] of pictures.entries()) {
        save(picture, fileName(view.value.design.name, n, pictures.length));
      }
      const saved = pictures.length === 1 ? 'a sheet' : `${pictures.length} sheets`;
      setSaid(`Saved as ${saved}${isCut(place) ? CUT : ''}.`);
    } catch (error) {
      const isRefused = error instanceof DOMException && error.name === 'NotAllowedError';
      setSaid(isRefused ? 'The tab was not shared, so there is no picture.' : String(error));
    }
    setIsAtWork(false);
  }

  return (
    <section aria-labelledby="pictures">
      <h3 id="pictures">Pictures</h3>
      {canShareTab() ? (
        <>
          <p class="quiet">
            Card number and CVV are frames of the gateway, which no page can draw. So the browser
            asks you to share this tab, and the sheet is cut out of it.
          </p>
          <Button isOff={isAtWork} onPress={draw}>
            Save as PNG
          </Button>{' '}
        </>
      ) : (
        <p class="quiet">
          Card number and CVV are frames of the gateway, which no page can draw, and this browser
          cannot share its own tab with a page: print what is shown, to paper or PDF. Chrome and
          Edge on a computer save PNG.
        </p>
      )}
      <Button isOff={isAtWork} onPress={() => print()}>
        Print
      </Button>
      <p role="status">{said}</p>
    </section>
  );
}
