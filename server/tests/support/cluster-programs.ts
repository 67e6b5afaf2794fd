/** The programs that a cluster of PostgreSQL is made of, from Debian's packages. */
import { execFileSync } from 'node:child_process';
import { postgresPrograms } from './postgres-cluster.ts';

export const CLUSTER_PACKAGES = ['postgresql', 'patroni', 'python3-etcd', 'etcd-server', 'haproxy'];

function pathOf(program: string): string | undefined {
  try {
    const found = execFileSync('sh', ['-c', `PATH=$PATH:/usr/sbin command -v ${program}`]);
    return found.toString().trim();
  } catch {
    return undefined;
  }
}

/** A line: what is missing, and the command that installs it. Undefined where nothing is. */
export function missingOfCluster(): string | undefined {
  const missing = ['etcd', 'patroni', 'haproxy'].filter((program) => !pathOf(program));
  if (!postgresPrograms) missing.push('PostgreSQL');
  if (missing.length === 0) return undefined;
  return `there is no ${missing.join(', ')}: apt-get install ${CLUSTER_PACKAGES.join(' ')}`;
}

/** @throws the line of `missingOfCluster` */
export function clusterPrograms(): { etcd: string; patroni: string; haproxy: string } {
  const missing = missingOfCluster();
  if (missing) throw new Error(missing);
  const [etcd = '', patroni = '', haproxy = ''] = ['etcd', 'patroni', 'haproxy'].map(pathOf);
  return { etcd, patroni, haproxy };
}
