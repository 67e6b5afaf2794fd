/** Columns are `snake_case`, fields are `camelCase`: the only place that knows both. */

type FieldName<Column extends string> = Column extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<FieldName<Rest>>}`
  : Column;

/** A row with its columns named as fields. */
export type FieldsOf<Row> = {
  readonly [Column in keyof Row & string as FieldName<Column>]: Row[Column];
};

/** Each name is translated once. */
function translator(translate: (name: string) => string) {
  const known = new Map<string, string>();
  return (name: string): string => {
    const translated = known.get(name) ?? translate(name);
    known.set(name, translated);
    return translated;
  };
}

const fieldName = translator((column) =>
  column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
);
const columnName = translator((field) =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
);

const renamed = (value: object, rename: (name: string) => string) =>
  Object.fromEntries(Object.entries(value).map(([name, own]) => [rename(name), own]));

export const toFields = <Row extends object>(row: Row): FieldsOf<Row> =>
  renamed(row, fieldName) as FieldsOf<Row>;

export const toColumns = (fields: object): Record<string, unknown> => renamed(fields, columnName);
