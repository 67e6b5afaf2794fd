/** The brands that a merchant's form asks for: `data-brands`, or the text of the form. */
export const readBrandList = (
  form: Pick<HTMLElement, 'getAttribute' | 'textContent'>,
): string[] => [
  ...new Set(
    (form.getAttribute('data-brands')?.trim() || form.textContent || '')
      .toUpperCase()
      .split(/[\s,;]+/)
      .filter(Boolean),
  ),
];
