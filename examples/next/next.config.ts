import { join } from 'node:path';
import type { NextConfig } from 'next';

/** The style that all examples share stands beside this folder. */
const examples = join(process.cwd(), '..');

export default {
  turbopack: { root: examples },
  outputFileTracingRoot: examples,
} satisfies NextConfig;
