/** Bars over the hours, one number upon the other. What they say stands in a table beside them, too. */

import { useEffect, useRef } from 'preact/hooks';
import type uPlot from 'uplot';
import { look } from '../shell/look.ts';
import { language } from '../words/language.ts';
import { count, hour } from '../words/numbers.ts';
import { Swatch } from './shares.tsx';

interface Layer {
  readonly name: string;
  /** A whole number for each hour. */
  readonly values: readonly number[];
  /** Which colour: 1 to 4. */
  readonly color: 1 | 2 | 3 | 4;
}

interface Props {
  /** Where each hour begins, epoch milliseconds. */
  readonly hours: readonly number[];
  /** From the lowest up. */
  readonly layers: readonly Layer[];
}

const HEIGHT_PX = 180;
/** Seen on light and on dark. */
const GRID = 'rgb(128 128 128 / 0.35)';
const HALF_AN_HOUR_S = 30 * 60;
const LEFT = 3;
const RIGHT = 1;

export function BarChart({ hours, layers }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const said = JSON.stringify([hours, layers, look.value, language.value]);
  useEffect(() => {
    let isWanted = true;
    let chart: uPlot | undefined;
    const draw = async () => {
      const { current } = place;
      const { default: Plot } = await import('uplot');
      if (!isWanted || !current) return;
      chart?.destroy();
      chart = new Plot(optionsFor(Plot, current, layers), dataFor(hours, layers), current);
    };
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const resized = new ResizeObserver(([entry]) =>
      chart?.setSize({ width: entry?.contentRect.width ?? 0, height: HEIGHT_PX }),
    );
    void draw().then(() => isWanted && place.current && resized.observe(place.current));
    scheme.addEventListener('change', draw);
    return () => {
      isWanted = false;
      resized.disconnect();
      scheme.removeEventListener('change', draw);
      chart?.destroy();
    };
  }, [said]);
  return (
    <div class="chart" aria-hidden="true">
      <p class="quiet">
        {layers.map(({ name, color }) => (
          <span key={name}>
            <Swatch color={color} /> {name}
          </span>
        ))}
      </p>
      <div ref={place} />
    </div>
  );
}

/** What is upon the others is drawn first, and as high as all of them. */
const dataFor = (hours: readonly number[], layers: readonly Layer[]): uPlot.AlignedData => [
  hours.map((at) => at / 1000),
  ...layers
    .map((_, top) =>
      hours.map((_at, n) =>
        layers.slice(0, top + 1).reduce((sum, { values }) => sum + (values[n] ?? 0), 0),
      ),
    )
    .toReversed(),
];

function optionsFor(
  Plot: typeof uPlot,
  place: HTMLElement,
  layers: readonly Layer[],
): uPlot.Options {
  const { color: ink, fontFamily, direction } = getComputedStyle(place);
  const isFromTheRight = direction === 'rtl';
  // A canvas knows no variables of a style sheet: the legend has their colours.
  const colorOf = (color: number) => {
    const shown = place.parentElement?.querySelector(`.bar-${color}`);
    return shown ? getComputedStyle(shown).fill : ink;
  };
  const bars = Plot.paths.bars?.({ size: [0.7, 40] });
  const axis = { stroke: ink, font: `12px ${fontFamily}` };
  return {
    width: place.clientWidth,
    height: HEIGHT_PX,
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: {
        dir: isFromTheRight ? -1 : 1,
        range: (_, first, last) => [first - HALF_AN_HOUR_S, last + HALF_AN_HOUR_S],
      },
      y: { range: (_, __, most) => [0, Math.max(most, 1)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        ticks: { stroke: GRID },
        values: (_, times) => times.map((at) => hour(at * 1000)),
      },
      {
        ...axis,
        side: isFromTheRight ? RIGHT : LEFT,
        grid: { stroke: GRID },
        ticks: { stroke: GRID },
        // Attempts are whole: no tick between two of them has a number.
        values: (_, counts) => counts.map((each) => (Number.isInteger(each) ? count(each) : '')),
      },
    ],
    series: [
      {},
      ...layers.toReversed().map(({ color }) => ({
        fill: colorOf(color),
        width: 0,
        points: { show: false },
        ...(bars && { paths: bars }),
      })),
    ],
  };
}
