/** Figures side by side, in columns as wide as the longest of them: an amount is never broken. */

interface Tile {
  readonly name: string;
  readonly figure: string;
  readonly second?: string;
}

export const Tiles = ({ tiles }: { readonly tiles: readonly Tile[] }) => (
  <dl class="tiles" style={{ '--longest': Math.max(...tiles.map(({ figure }) => figure.length)) }}>
    {tiles.map(({ name, figure, second }) => (
      <div key={name} class="card tile">
        <dt>{name}</dt>
        <dd class="figure">{figure}</dd>
        {second && <dd class="quiet">{second}</dd>}
      </div>
    ))}
  </dl>
);
