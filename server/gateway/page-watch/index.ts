/** Scripts and headers of merchants' payment pages (D22). The door of this room: others enter by it. */
export { publishPageChanges } from './changes.ts';
export { listPages, listScripts, type PageWatchReport, pageWatchReport } from './inventory.ts';
export { checkPages, checkRestedPages, unwatchPage, watchPage } from './pages.ts';
export { purgePageWatch } from './purge.ts';
export { readDuePages } from './read-headers.ts';
export { isSampled } from './sampling.ts';
export { decide, PageWatchError, type Verdict } from './script-decisions.ts';
export { takePageReport } from './take-report.ts';
export { cspReportPath, takeViolations } from './violations.ts';
