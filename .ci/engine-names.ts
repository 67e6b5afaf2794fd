/** The browser engines in which the form is tested: each is a project and a stage of the tests. */
export const ENGINES = ['chromium', 'firefox', 'webkit'] as const;
export type EngineName = (typeof ENGINES)[number];

export const isEngine = (name: string): name is EngineName =>
  (ENGINES as readonly string[]).includes(name);
