import type { MachineServer } from '@shared/domain/machine-server'

/** What stands behind one port of this machine's loopback. */
export interface MachinePort {
  /** An engine listens there (this one or another): it is refused whatever is granted. */
  readonly engines: boolean
  /** What listens there; empty: nothing does at this moment. */
  readonly servers: readonly MachineServer[]
}

/** Looks at a port. Undefined: it cannot be told what listens there, and the port is out of reach then. Never throws. */
export type LookAtPort = (port: number) => MachinePort | undefined

type Range = readonly [first: number, last?: number]

/** Where by custom something listens that holds much, or rules much, and often asks for no password on loopback. */
const strongPorts: readonly Range[] = [
  [22], // ssh
  [25],
  [465],
  [587], // mail
  [1433, 1434],
  [1521],
  [2019], // caddy's own
  [2049], // nfs
  [2375, 2380], // docker, etcd
  [3050],
  [3306],
  [3389],
  [4444], // selenium
  [4505, 4506], // salt
  [5037], // adb
  [5432, 5433],
  [5672],
  [5900, 5910], // vnc
  [5984, 5986],
  [6000, 6010], // x11
  [6379, 6380],
  [6443], // kubernetes
  [7474],
  [7687],
  [8086],
  [8123],
  [8200], // vault
  [8500], // consul
  [8888], // jupyter
  [9000, 9001], // php-fpm, clickhouse, supervisor
  [9042],
  [9092],
  [9200],
  [9222], // a browser's debugger
  [9229, 9230], // node's
  [9300],
  [10_250, 10_259], // kubelet
  [11_211],
  [15_672],
  [26_257],
  [27_017, 27_019],
  [28_015],
  [33_060],
  [50_000],
]

/** Programs of the same kind, wherever they listen; the kernel keeps 15 characters of a name. */
const strongPrograms =
  /^(?:postgres|postmaster|mysqld?|mariadbd?|mongo[ds]?$|redis-|valkey-|memcached|couchdb|beam\.smp|cassandra|clickhouse|influxd|cockroach|etcd|consul|vault|dockerd|docker$|com\.docker|containerd|podman|libvirtd|kube|k3s|sshd?$|dropbear|Xorg|Xvnc|Xtigervnc|x11vnc|chrom|firefox|electron|geckodriver|msedge|brave|adb$|jupyter|supervisord|php-fpm|exim|master$|sendmail|smtpd)/i

/** How much is at stake behind such a port, at least: it is never low. */
export function levelOfMachinePort(port: number, servers: readonly MachineServer[]): 'medium' | 'high' {
  const known =
    strongPorts.some(([first, last = first]) => port >= first && port <= last) ||
    servers.some(({ program = '' }) => strongPrograms.test(program))
  return known ? 'high' : 'medium'
}

/** Sockets by whose path one rules a machine, holds secrets, or acts as the person. */
const strongSockets =
  /docker|containerd|podman|crio|buildkit|libvirt|qemu|lxd|incus|snapd|systemd|dbus|\/bus$|\.s\.PGSQL|postgres|mysql|mariadb|mongo|redis|agent|gnupg|keyring|kwallet|keepass|tmux|screen|X11-unix|wayland|supervisor|fpm/i

/** The same of a socket of the machine, by its path. */
export const levelOfMachineSocket = (path: string): 'medium' | 'high' =>
  strongSockets.test(path) ? 'high' : 'medium'
