/** A page's program around the built packages, as a merchant's bundler makes it. */
import { join } from 'node:path';
import { build } from 'vite';

const PAGES = join(import.meta.dirname, 'pages');

/**
 * @param name of a file in `pages/`
 * @returns one script, of type module
 */
export async function bundle(name: string): Promise<string> {
  const result = await build({
    configFile: false,
    root: PAGES,
    logLevel: 'error',
    define: {
      'process.env.NODE_ENV': '"development"',
      // As the plugin of Vue does.
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'true',
    },
    build: {
      write: false,
      minify: false,
      lib: { entry: name, formats: ['es'], fileName: 'page' },
    },
  });
  const [output] = [result].flat();
  if (!output || !('output' in output)) throw new Error(`nothing came of ${name}`);
  // A page of two copies has two of them, and a tag must not end in the middle.
  return output.output[0].code.replaceAll('</script', '<\\/script');
}
