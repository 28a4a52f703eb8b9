import { randomInt } from 'node:crypto'
import type { NetworkBridge } from '../../core/network/run-network'

/** Where a bridge listens inside the sandbox: an address of the loopback's, and a port. */
export interface BridgePlace {
  readonly address: string
  readonly port: number
}

/** The ports above those that the kernel gives away by itself. */
const [lowestPort, highestPort] = [61_000, 65_535] as const

/**
 * A place for one run's bridge that nobody in its network can know before it listens there, so that nothing stands in its
 * place; the runs of a session share a network.
 */
export function bridgePlace(): BridgePlace {
  const address = `127.${[1, 2, 3].map(() => randomInt(1, 255)).join('.')}`
  return { address, port: randomInt(lowestPort, highestPort + 1) }
}

/** The place as the kernel lists it (/proc/net/tcp): the address as a little-endian number. */
function listed({ address, port }: BridgePlace): string {
  const hex = (value: number, digits: number): string =>
    value.toString(16).toUpperCase().padStart(digits, '0')
  const bytes = address.split('.').reverse()
  return `${bytes.map((byte) => hex(Number(byte), 2)).join('')}:${hex(port, 4)}`
}

/**
 * Starts the relay, waits until it listens (its line in the namespace's /proc/net/tcp), then becomes the command.
 * Fixed text: the relay, the socket, the place as the kernel lists it and as it is, and the command are positional parameters.
 * The command's standard input is kept aside meanwhile, since the loop that waits reads from elsewhere.
 * The relay is no child of the command's: what that started and left is known by having no parent but the program in front of it.
 * A relay that dies first means that the command does not run (fails closed). Where the command cannot be started, which its engine's end can
 * bring about in the middle of it, the relay ends with this script; further on `confine` and `observe` see to it.
 */
const script = `
socat=$1 sock=$2 listed=$3 address=$4 port=$5
shift 5
exec 9<&0
relay=$("$socat" "TCP4-LISTEN:$port,bind=$address,fork,backlog=1024" "UNIX-CONNECT:$sock" </dev/null >/dev/null 2>&1 9<&- & echo $!)
read -r since _ </proc/uptime
now=$since
while kill -0 "$relay" 2>/dev/null && [ $((\${now%.*} - \${since%.*})) -lt 10 ]; do
  read -r now _ </proc/uptime
  while read -r _ local _ state _; do
    if [ "$local $state" = "$listed 0A" ]; then
      if ! command -v "$1" >/dev/null; then
        kill "$relay"
        echo "countersign: $1 is not there any more, so the command was not run" >&2
        exit 125
      fi
      unset socat sock listed address port relay local state since now _
      exec "$@" <&9 9<&-
    fi
  done </proc/net/tcp
done
kill "$relay" 2>/dev/null
echo 'countersign: the network bridge did not start, so the command was not run' >&2
exit 125
`

/** The proxy variables for a proxy at this URL, in every spelling that common tools look for. Never `socks5h`, which some read and then fail. */
export function proxyEnvironment(url: string): Readonly<Record<string, string>> {
  const direct = 'localhost,127.0.0.1,::1'
  return {
    HTTP_PROXY: url,
    HTTPS_PROXY: url,
    ALL_PROXY: url,
    NO_PROXY: direct,
    http_proxy: url,
    https_proxy: url,
    all_proxy: url,
    no_proxy: direct,
    npm_config_proxy: url,
    npm_config_https_proxy: url,
    npm_config_noproxy: direct,
    NODE_USE_ENV_PROXY: '1',
  }
}

/** The name that sandbox-runtime's proxies want with the secret. */
const user = 'srt'

/**
 * The bridge between a sandbox's network namespace and a filtering proxy's Unix socket. `socat` is the relay's
 * absolute path; `secret` is what the proxy wants to hear, which only this run's command is told: others may share its
 * network, and its grants are not theirs. Connections that do not use the proxy find no route.
 */
export function networkBridge(parts: {
  readonly socat: string
  readonly proxySocket: string
  readonly secret: string
  readonly place: BridgePlace
}): NetworkBridge {
  const { socat, proxySocket, secret, place } = parts
  const { address } = place
  const port = String(place.port)
  return {
    place,
    binds: ['--ro-bind', proxySocket, proxySocket],
    env: {
      ...proxyEnvironment(`http://${user}:${secret}@${address}:${port}`),
      // Otherwise it asks first how to log in, by a connection that the proxy closes, and gives up.
      GIT_HTTP_PROXY_AUTHMETHOD: 'basic',
      // ssh knows no proxy variables. Sharing a connection would need a Unix socket, which the sandbox refuses.
      GIT_SSH_COMMAND: `ssh -o ControlMaster=no -o ControlPath=none -o ProxyCommand='"${socat}" - PROXY:${address}:%h:%p,proxyport=${port},proxyauth=${user}:${secret}'`,
    },
    wrap: (command) => [
      ...['/bin/sh', '-c', script, 'countersign-bridge', socat, proxySocket],
      ...[listed(place), address, port, ...command],
    ],
  }
}
