/** What a designer may go to: the largest corners with the largest text, colours that cannot be read, and haste. */
import type { FrameLocator, Page } from '@playwright/test';
import { expect, open, previewOf, test } from './fixtures.ts';

/** Texts, logos and controls of which a rounded corner around them cuts off a part, or that stand out of the page. */
const cutOff = (form: FrameLocator): Promise<string[]> =>
  form.locator(':root').evaluate((root) => {
    /** Beyond one of its corners, of which a straight one cuts nothing that its sides do not. */
    const isOutside = (x: number, y: number, around: Element): boolean => {
      const { left, right, top, bottom, width, height } = around.getBoundingClientRect();
      const wanted = Number.parseFloat(getComputedStyle(around).borderTopLeftRadius);
      // As browsers do: two corners never have more than a side.
      const radius = Math.min(wanted, width / 2, height / 2);
      const [inX, inY] = [
        Math.max(left + radius - x, x - (right - radius), 0),
        Math.max(top + radius - y, y - (bottom - radius), 0),
      ];
      return radius > 0 && inX > 0 && inY > 0 && Math.hypot(inX, inY) > radius + 1;
    };
    const clips = (element: Element) => getComputedStyle(element).overflowX !== 'visible';
    const found = new Set<string>();
    const check = (what: string, { left, right, top, bottom }: DOMRect, from: Element) => {
      if (left < -1 || right > root.clientWidth + 1) found.add(`${what} stands out of the page`);
      const corners = [left, right].flatMap((x) => [top, bottom].map((y) => [x, y] as const));
      for (let around: Element | null = from; around; around = around.parentElement) {
        const frame = around;
        if (clips(frame) && corners.some(([x, y]) => isOutside(x, y, frame))) {
          found.add(`${what} is cut by ${frame.className}`);
        }
      }
    };
    const isShown = (element: Element) => {
      // What screen readers alone are given is clipped to nothing.
      for (let around: Element | null = element; around; around = around.parentElement) {
        if (getComputedStyle(around).clipPath !== 'none') return false;
      }
      return element.checkVisibility({ visibilityProperty: true });
    };
    for (const container of root.querySelectorAll('.wpwl-container, .wpwl-methods, .wpwl-pay')) {
      for (const mark of container.querySelectorAll('svg, [type="radio"], [type="checkbox"]')) {
        if (isShown(mark) && mark.parentElement) {
          check(mark.outerHTML.slice(0, 60), mark.getBoundingClientRect(), mark.parentElement);
        }
      }
      const texts = root.ownerDocument.createTreeWalker(container, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const { currentNode: node } = texts;
        const { parentElement: parent, nodeValue } = node;
        if (!parent || !isShown(parent) || parent.closest('option, style')) continue;
        const range = root.ownerDocument.createRange();
        range.selectNodeContents(node);
        for (const box of range.getClientRects()) check(nodeValue ?? '', box, parent);
      }
    }
    return [...found];
  });

for (const [locale, look] of [
  ['en', 'layout=list'],
  ['ar', 'layout=list&scheme=dark&state=incomplete'],
  ['de', 'layout=card&labelPosition=floating&width=320'],
  ['ja', 'layout=classic'],
  ['de', 'layout=list&state=stored'],
] as const) {
  test(`text of 200 % with the largest radius cuts nothing off: ${locale}, ${look}`, async ({
    page,
    workbench,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open(page, workbench, `text=200&t.radius=999px&locale=${locale}&width=420&${look}`);
    const state = /state=(\w+)/.exec(look)?.[1] ?? 'empty';
    const form = previewOf(page, state);
    await expect(form.locator('.wpwl-button-pay:visible').first()).toBeVisible();
    expect(await cutOff(form)).toEqual([]);
    for (const field of await form.locator('.wpwl-control:visible').all()) {
      // Controls and what is typed into them are large, too.
      await expect(field).toHaveCSS('font-size', '32px');
    }
  });
}

test('a floating label that is longer than its field ends in it', async ({ page, workbench }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, workbench, 'text=200&width=280&locale=de&labelPosition=floating&layout=card');
  const label = previewOf(page, 'empty').locator('.wpwl-label-cardHolder label');
  await expect(label).toHaveCSS('text-overflow', 'ellipsis');
  const room = await label.evaluate((element) => {
    const field = element.closest('.wpwl-group')?.querySelector('.wpwl-control');
    const [own, around] = [element, field].map((each) => each?.getBoundingClientRect());
    return {
      isLonger: element.scrollWidth > element.clientWidth,
      isInside: own && around && own.left >= around.left && own.right <= around.right,
    };
  });
  expect(room).toEqual({ isLonger: true, isInside: true });
});

test('colours with a contrast of 1.1 are drawn, and said', async ({ page, workbench }) => {
  await open(page, workbench, 't.text=%23f3f3f3&t.field=%23fff&t.surface=%23fff');
  const number = previewOf(page, 'empty').locator('iframe[name="card.number"]');
  await expect(number).toBeVisible();
  await expect(number.contentFrame().locator('input')).toHaveCSS('color', 'rgb(243, 243, 243)');
  await expect(page.getByRole('row', { name: 'text on field' })).toContainText(
    /1\.1[01] too little/,
  );
  await expect(page.getByRole('row', { name: 'text on surface' })).toContainText(
    /1\.1[01] too little/,
  );
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.locator('[data-score]')).not.toContainText('100 of 100');
});

/** Asks for the time of the page's own thread, in seconds: what else the machine does takes none of it. */
async function taskSeconds(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  };
}

test('a token is on the screen a frame later, for a small part of the work that the page is', async ({
  page,
  workbench,
}) => {
  const seconds = await taskSeconds(page);
  const before = await seconds();
  await open(page, workbench);
  const button = previewOf(page, 'empty').locator('.wpwl-button-pay:visible');
  await expect(button).toBeVisible();
  const drawing = (await seconds()) - before;
  const change = async (n: number) => {
    const begun = await seconds();
    const frames = await page.evaluate(async (wanted) => {
      const form = document.querySelector<HTMLIFrameElement>('.preview iframe')?.contentDocument;
      const pay = [...(form?.querySelectorAll('.wpwl-button-pay') ?? [])].find(
        (each) => each.getBoundingClientRect().height > 0,
      );
      const field = document.querySelector<HTMLInputElement>('#token-accent');
      if (!pay || !field) throw new Error('the form is not there');
      field.value = wanted;
      field.dispatchEvent(new Event('input', { bubbles: true }));
      let count = 0;
      while (getComputedStyle(pay).backgroundColor !== wanted && count < 60) {
        await new Promise(requestAnimationFrame);
        count++;
      }
      // What it makes the page do afterwards counts as well: contrast, targets, the address.
      await new Promise((resolve) => setTimeout(resolve, 700));
      return count;
    }, `rgb(${n}, ${n}, 200)`);
    return { frames, work: ((await seconds()) - begun) / drawing };
  };
  const changes: Awaited<ReturnType<typeof change>>[] = [];
  for (let n = 1; n <= 5; n++) changes.push(await change(n));
  // Where the machine has other work, a frame may come in between.
  expect(Math.min(...changes.map(({ frames }) => frames))).toBeLessThanOrEqual(2);
  // A fifth of drawing it, as a rule.
  expect(Math.min(...changes.map(({ work }) => work))).toBeLessThan(0.4);
});
