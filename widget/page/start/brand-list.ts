/** The brands that a merchant's form asks for: `data-brands`, or the text of the form. */
export const readBrandList = (form: {
  readonly dataset: { readonly brands?: string | undefined };
  readonly textContent: string | null;
}): string[] => [
  ...new Set(
    (form.dataset.brands?.trim() || form.textContent || '')
      .toUpperCase()
      .split(/[\s,;]+/)
      .filter(Boolean),
  ),
];
