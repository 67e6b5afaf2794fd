/** What operators install is true: versions, ports, addresses, settings, limits that fit each other. */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Secret } from 'kubernetes-models/v1/Secret';
import { Service } from 'kubernetes-models/v1/Service';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig, VARIABLES } from '../server/config.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const variables: readonly string[] = VARIABLES.map(({ name }) => name);
const dockerfile = read('ops/image/Dockerfile');
const compose = parse(read('ops/compose/compose.yaml'), { merge: true });
const unit = read('ops/systemd/payment-gateway.service');
const { version, engines, devDependencies } = JSON.parse(read('package.json'));

/** What the image sets by itself. */
const ofImage = Object.fromEntries(
  [...(/^ENV (.*)$/m.exec(dockerfile)?.[1] ?? '').matchAll(/(\w+)=(\S+)/g)].map(
    ([, name, value]) => [name, value],
  ),
);
/** After SIGTERM, beside the delay: kept connections, and the slowest processor. docs/operations.md has it. */
const TO_FINISH_MS = 31_000;

/** Where a secret stands, something of its form. */
const filled = (settings: Record<string, string>) =>
  readConfig({
    ...ofImage,
    ...settings,
    DATABASE_URL: 'postgresql://gateway:secret@postgres:5432/gateway',
    PUBLIC_URL: 'https://pay.example',
    VAULT_KEYS: `one:${Buffer.alloc(32, 1).toString('base64')}`,
    DEMO_ENTITY_ID: '0123456789abcdef0123456789abcdef',
    DEMO_ACCESS_TOKEN: 'a-token-of-the-demo-merchant',
  });

describe('the image', () => {
  it('has the Node.js of the project', () => {
    expect(dockerfile).toContain(`library/node:${devDependencies.node}-`);
    const [, lowest = '', below = ''] = /^>=(\S+) <(\d+)$/.exec(engines.node) ?? [];
    const [major, minor] = devDependencies.node.split('.').map(Number);
    expect(major).toBe(Number(lowest.split('.')[0]));
    expect(minor).toBeGreaterThanOrEqual(Number(lowest.split('.')[1]));
    expect(major).toBeLessThan(Number(below));
  });

  it('sets only what there is, and says what is missing', () => {
    const names = Object.keys(ofImage).filter((name) => name !== 'NODE_ENV');
    expect(names.filter((name) => !variables.includes(name))).toEqual([]);
    expect(() => readConfig(ofImage)).toThrow(/HOST must be a loopback address/);
  });

  it('runs as another user than root, listens where it says, and is asked for its health there', () => {
    expect(dockerfile).toMatch(/^USER (\d{5}):\1$/m);
    expect(dockerfile).toContain(`EXPOSE ${ofImage['PORT']}`);
    expect(dockerfile).toMatch(/^HEALTHCHECK [^\n]*\\\n.*\/health`/m);
  });

  const copied = [...dockerfile.matchAll(/^COPY (?!--from|\.)(.+) \S+$/gm)].flatMap(
    ([, sources = '']) => sources.split(' '),
  );

  it('is built from what it copies', () => {
    const sent = read('.dockerignore').split('\n');
    expect(copied.filter((source) => !sent.includes(`!${source}`))).toEqual([]);
  });

  /** What files import of the project's own, by the paths from its root. */
  const importsOf = (files: readonly string[]) =>
    files.flatMap((file) =>
      [...read(file).matchAll(/^(?:import|export) [^;]*?from '(\.[^']+)';/gm)].map(
        ([, path = '']) => join(dirname(file), path),
      ),
    );
  const isTest = (file: string) => /\.test\.tsx?$|^server\/tests\//.test(file);

  it('is sent every file that the build needs, of the form, the console and the playground', () => {
    const sent = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, path = '']) => path);
    const isSent = (file: string) =>
      !isTest(file) && sent.some((path) => file === path || file.startsWith(`${path}/`));
    const built = globSync('{console,playground,widget}/**/*.{ts,tsx}', { cwd: ROOT });
    const needed = new Set(['vite.config.ts', ...built.filter((file) => !isTest(file))]);
    for (const file of needed) {
      for (const imported of importsOf([file].filter((one) => /\.tsx?$/.test(one)))) {
        needed.add(imported);
      }
    }
    expect(needed.size).toBeGreaterThan(300);
    expect([...needed].filter((file) => !isSent(file))).toEqual([]);
  });

  it('has every file that the server imports', () => {
    const files = globSync('{contract,locales,server}/**/*.ts', { cwd: ROOT });
    const shipped = files.filter((file) => !isTest(file));
    const imported = importsOf(shipped);
    expect(imported.length).toBeGreaterThan(1_000);
    const isCopied = (file: string) => copied.some((source) => file.startsWith(`${source}/`));
    expect(imported.filter((file) => !isCopied(file) || /^server\/tests\//.test(file))).toEqual([]);
  });
});

describe('compose.yaml', () => {
  const instances = ['gateway-1', 'gateway-2'].map((name) => compose.services[name]);

  it('starts two instances that share one database and differ in nothing', () => {
    const [one, two] = instances;
    expect(one).toEqual(two);
    expect(() => filled(one.environment)).not.toThrow();
    expect(Object.keys(one.environment).filter((name) => !variables.includes(name))).toEqual([]);
    expect(one).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
  });

  it('leads to them where they listen, with the names that the configuration of HAProxy asks for', () => {
    const { environment } = compose.services.haproxy;
    const asked = [...read('ops/haproxy/haproxy.cfg').matchAll(/"\$\{(\w+)\}"/g)].map(([, n]) => n);
    expect(Object.keys(environment).toSorted()).toEqual([...new Set(asked)].toSorted());
    expect([environment.INSTANCE_1, environment.INSTANCE_2]).toEqual(
      ['gateway-1', 'gateway-2'].map((name) => `${name}:${ofImage['PORT']}`),
    );
  });

  it('has the console on this machine alone, in one instance, under the address that it answers to', () => {
    const { console } = compose.services;
    const { CONSOLE_PORT: port, CONSOLE_URL: url } = console.environment;
    expect(console.ports).toEqual([`127.0.0.1:${port}:${port}`]);
    const [, usual = ''] = /^\$\{CONSOLE_URL:-(.+)\}$/.exec(url) ?? [];
    const config = filled({ ...console.environment, CONSOLE_URL: usual });
    expect(config).toMatchObject({ consolePort: Number(port), isConsoleAskedFor: true });
    expect(usual).toBe(`http://console.localhost:${port}`);
    for (const instance of instances)
      expect(filled(instance.environment).consolePort).toBeUndefined();
  });

  it('gives an instance the time to drain, longer than HAProxy needs to notice', () => {
    const { drainDelayMs } = filled(instances[0].environment);
    const [, every, times] =
      /check inter (\d+)s fall (\d+)/.exec(read('ops/haproxy/haproxy.cfg')) ?? [];
    expect(drainDelayMs).toBeGreaterThan(Number(every) * 1_000 * Number(times) + 1_000);
    const grace = Number.parseInt(instances[0].stop_grace_period, 10) * 1_000;
    expect(grace).toBeGreaterThanOrEqual(drainDelayMs + TO_FINISH_MS);
  });
});

interface Kind {
  readonly schema: new (data: never) => { validate(): void };
  /** Its type, and the module that has it. */
  readonly type: string;
  readonly from: string;
}
const KINDS: Readonly<Record<string, Kind>> = {
  Deployment: { schema: Deployment, type: 'IDeployment', from: 'apps/v1/Deployment' },
  Job: { schema: Job, type: 'IJob', from: 'batch/v1/Job' },
  PodDisruptionBudget: {
    schema: PodDisruptionBudget,
    type: 'IPodDisruptionBudget',
    from: 'policy/v1/PodDisruptionBudget',
  },
  ConfigMap: { schema: ConfigMap, type: 'IConfigMap', from: 'v1/ConfigMap' },
  Secret: { schema: Secret, type: 'ISecret', from: 'v1/Secret' },
  Service: { schema: Service, type: 'IService', from: 'v1/Service' },
};

/**
 * Whether the published schemas take these: values are held against the schemas, names against the
 * types that are made from them, because a schema takes whatever it does not know.
 * @returns what is wrong
 */
function mistakesIn(manifests: readonly { kind: string }[]): string {
  const folder = mkdtempSync(join(ROOT, 'node_modules', '.manifests-'));
  try {
    const file = join(folder, 'manifests.ts');
    const lines = manifests.map((manifest, n) => {
      const { schema, type, from } = KINDS[manifest.kind] as Kind;
      new schema(manifest as never).validate();
      const imported = `import type { ${type} as T${n} } from 'kubernetes-models/${from}';`;
      return `${imported}\nexport const m${n} = ${JSON.stringify(manifest)} satisfies T${n};`;
    });
    writeFileSync(file, lines.join('\n'));
    const options = ['--noEmit', '--ignoreConfig', '--strict', '--skipLibCheck', '--types', '*'];
    return spawnSync('tsc', [...options, '--module', 'nodenext', file], { encoding: 'utf8' })
      .stdout;
  } catch (error) {
    return String(error);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('the manifests of Kubernetes', () => {
  const files = readdirSync(join(ROOT, 'ops/kubernetes'));
  const manifests = files.flatMap((file) =>
    parseAllDocuments(read(`ops/kubernetes/${file}`)).map((document) => document.toJS()),
  );
  const one = (kind: string) => manifests.find((manifest) => manifest.kind === kind);
  const { spec } = one('Deployment').spec.template;
  const [container] = spec.containers;

  it('are as the published schemas have them', () => {
    expect(manifests.length).toBe(6);
    expect(mistakesIn(manifests)).toBe('');
  });

  it('a name that is misspelt, and a value of another type, are found', () => {
    const manifest = one('PodDisruptionBudget');
    const misspelt = { ...manifest, spec: { ...manifest.spec, minAvailabel: 2 } };
    expect(mistakesIn([misspelt])).toMatch(/minAvailabel.*does not exist/);
    const job = one('Job');
    expect(mistakesIn([{ ...job, spec: { ...job.spec, backoffLimit: 'three' } }])).toMatch(
      /backoffLimit/,
    );
  });

  it('run the release of this project, as the image wants to be run', () => {
    for (const pod of [spec, one('Job').spec.template.spec]) {
      const [{ image, securityContext, volumeMounts }] = pod.containers;
      expect(image).toMatch(new RegExp(`/payment-gateway:${version}$`));
      expect(securityContext).toMatchObject({ readOnlyRootFilesystem: true });
      expect(`${pod.securityContext.runAsUser}:${pod.securityContext.runAsGroup}`).toBe(
        /^USER (.+)$/m.exec(dockerfile)?.[1],
      );
      expect(volumeMounts[0].mountPath).toBe(ofImage['DATA_DIR']);
    }
  });

  const settings = { ...one('ConfigMap').data, ...one('Secret').stringData };

  it('set only what there is, and all that is needed', () => {
    expect(Object.keys(settings).filter((name) => !variables.includes(name))).toEqual([]);
    expect(filled(settings)).toMatchObject({ metricsPort: 9464 });
  });

  it('ask for health and readiness where the gateway answers, and lead there', () => {
    const ports = new Map(
      container.ports.map(({ name, containerPort }: never) => [name, containerPort]),
    );
    expect(String(ports.get('http'))).toBe(ofImage['PORT']);
    expect(String(ports.get('metrics'))).toBe(settings['METRICS_PORT']);
    const pathOf = (probe: string) => container[probe].httpGet;
    expect(pathOf('livenessProbe')).toEqual({ path: '/health', port: 'http' });
    expect(pathOf('readinessProbe')).toEqual({ path: '/ready', port: 'http' });
    expect(one('Service').spec.ports[0].targetPort).toBe('http');
    const { selector } = one('Service').spec;
    for (const kind of ['Deployment', 'PodDisruptionBudget']) {
      expect(one(kind).spec.selector.matchLabels).toEqual(selector);
    }
    expect(one('PodDisruptionBudget').spec.minAvailable).toBeLessThan(
      one('Deployment').spec.replicas,
    );
  });

  it('let a pod drain for longer than its absence takes to be seen, and end after that', () => {
    const { drainDelayMs } = filled(settings);
    const { periodSeconds, failureThreshold, timeoutSeconds } = container.readinessProbe;
    expect(drainDelayMs).toBeGreaterThan(
      (periodSeconds * failureThreshold + timeoutSeconds) * 1_000,
    );
    expect(spec.terminationGracePeriodSeconds * 1_000).toBeGreaterThanOrEqual(
      drainDelayMs + TO_FINISH_MS,
    );
  });
});

const hasSystemd = spawnSync('systemd-analyze', ['--version']).error === undefined;

describe('the unit of systemd', () => {
  it('sets only what there is, and gives the gateway the time to drain', () => {
    const set = [...(/^Environment=(.*)$/m.exec(unit)?.[1] ?? '').matchAll(/(\w+)=/g)];
    const names = set.map(([, name = '']) => name).filter((name) => name !== 'NODE_ENV');
    expect(names.filter((name) => !variables.includes(name))).toEqual([]);
    const stop = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]) * 1_000;
    expect(stop).toBeGreaterThanOrEqual(15_000 + TO_FINISH_MS);
  });

  it.runIf(hasSystemd)('is one that systemd takes, and exposes little', () => {
    const folder = mkdtempSync(join(tmpdir(), 'unit-'));
    try {
      const file = join(folder, 'payment-gateway.service');
      // systemd wants the program to be there.
      writeFileSync(file, unit.replace(/^(ExecStart=)\S+/m, `$1${process.execPath}`));
      const run = (...args: string[]) =>
        spawnSync('systemd-analyze', [...args, file], { encoding: 'utf8' });
      expect(run('verify', '--man=no').stderr).not.toContain('payment-gateway.service');
      expect(run('security', '--offline=true', '--threshold=20').status).toBe(0);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('memory', () => {
  const bytesOf = (written: unknown): number => {
    const [, count, unit = ''] = /^(\d+)([MG])i?$/i.exec(String(written)) ?? [];
    return Number(count) * (unit.toUpperCase() === 'G' ? 1024 ** 3 : 1024 ** 2);
  };
  /** What `docs/scaling.md` was measured with. */
  const MEASURED = 768 * 1024 ** 2;

  it('has a limit wherever a file of the project starts an instance, so that it stays flat under load', () => {
    const [deployment] = parseAllDocuments(read('ops/kubernetes/gateway.yaml'))
      .map((document) => document.toJS())
      .filter(({ kind }) => kind === 'Deployment');
    const [{ resources }] = deployment.spec.template.spec.containers;
    expect(bytesOf(resources.limits.memory)).toBe(MEASURED);
    const { haproxy: _, postgres: __, ...instances } = compose.services;
    expect(Object.keys(instances).length).toBeGreaterThan(3);
    for (const instance of Object.values<{ mem_limit?: string }>(instances)) {
      expect(bytesOf(instance.mem_limit)).toBe(MEASURED);
    }
    expect(bytesOf(/^MemoryMax=(.+)$/m.exec(unit)?.[1])).toBeGreaterThanOrEqual(MEASURED);
  });
});

it('what HAProxy asks each second is no request, in alerts and on the dashboard', () => {
  const used = [read('ops/prometheus/rules.yml'), read('ops/grafana/gateway.json')].flatMap(
    (text) => [...text.matchAll(/gateway_request_seconds_\w+(\{[^}]*\})?/g)].map(([use]) => use),
  );
  expect(used.length).toBeGreaterThan(4);
  expect(used.filter((use) => !use.includes('route!~'))).toEqual([]);
});

describe('docs/operations.md', () => {
  it('names only files that there are, and each that is to be used', () => {
    const named = new Set(
      [...read('docs/operations.md').matchAll(/\bops\/[\w./-]+\w/g)].map(([path]) => path),
    );
    expect([...named].filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    const used = globSync('ops/{image,backup,compose,systemd,haproxy}/*', { cwd: ROOT });
    expect(used.length).toBeGreaterThan(7);
    expect(used.filter((path) => !named.has(path))).toEqual([]);
  });
});
