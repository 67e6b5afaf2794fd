import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { inOrder, repositoryOf } from '../publish.ts';
import { PACKAGES, type Workspace, workspaces } from '../workspaces.ts';

const run = promisify(execFile);
const SCRIPT = join(PACKAGES, 'publish.ts');

describe('publishing', () => {
  it('sends what others need before them', () => {
    const names = inOrder(workspaces()).map(({ id }) => id);
    expect([...names].sort()).toEqual(workspaces().map(({ id }) => id));
    for (const id of ['react', 'vue', 'element']) {
      expect(names.indexOf(id)).toBeGreaterThan(names.indexOf('loader'));
    }
    const circle = [
      { name: 'one', dependencies: { two: '1' } },
      { name: 'two', dependencies: { one: '1' } },
    ] as unknown as Workspace[];
    expect(() => inOrder(circle)).toThrow('depend on each other in a circle');
  });

  it('writes the repository that CI builds, as npm compares it with the provenance', () => {
    const github = { GITHUB_SERVER_URL: 'https://git.example', GITHUB_REPOSITORY: 'shop/widgets' };
    expect(repositoryOf(github)).toBe('git+https://git.example/shop/widgets.git');
    const gitlab = { CI_PROJECT_URL: 'https://git.example/shop/widgets' };
    expect(repositoryOf(gitlab)).toBe('git+https://git.example/shop/widgets.git');
    expect(repositoryOf({})).toBeUndefined();
  });

  it('refuses outside of CI, and tries everything with --dry-run without sending anything', async () => {
    const sent: string[] = [];
    const registry = createServer((request, response) => {
      if (request.method !== 'GET') sent.push(`${request.method} ${request.url}`);
      response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
    });
    await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
    const { port } = registry.address() as AddressInfo;
    const { GITHUB_REPOSITORY: _, CI_PROJECT_URL: __, ...outside } = process.env;
    const env = { ...outside, npm_config_registry: `http://127.0.0.1:${port}/` };
    try {
      const refused = await run(process.execPath, [SCRIPT], { env }).catch(({ stderr }) => stderr);
      expect(refused).toContain('Provenance needs the CI of GitHub or GitLab');
      const ci = { ...env, GITHUB_SERVER_URL: 'https://git.example', GITHUB_REPOSITORY: 'shop/it' };
      const early = await run(process.execPath, [SCRIPT], { env: ci }).catch(
        ({ stderr }) => stderr,
      );
      expect(early).toMatch(/README of @payment-widgets\/\w+ says "Not on npm yet"/);
      const { stdout } = await run(process.execPath, [SCRIPT, '--dry-run'], { env: ci });
      for (const { name, version } of workspaces())
        expect(stdout).toContain(`+ ${name}@${version}`);
      expect(sent).toEqual([]);
    } finally {
      registry.close();
    }
  });
});
