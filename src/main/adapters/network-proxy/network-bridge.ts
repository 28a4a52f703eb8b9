import type { NetworkBridge } from '../../core/network/run-network'

/** Where the bridge listens inside the sandbox. The namespace is the run's own, so the port is always free. */
export const bridgePort = 3128

/**
 * Starts the relay, waits until it listens (the only line of the namespace's /proc/net/tcp), then becomes the command.
 * Fixed text: the relay, the socket, the port as hexadecimal and decimal, and the command are positional parameters.
 * The command's standard input is kept aside meanwhile, since the loop that waits reads from elsewhere.
 * A relay that dies first means that the command does not run (fails closed).
 */
const script = `
socat=$1 sock=$2 hex=$3 port=$4
shift 4
exec 9<&0
"$socat" "TCP4-LISTEN:$port,bind=127.0.0.1,fork,backlog=1024" "UNIX-CONNECT:$sock" </dev/null >/dev/null 2>&1 9<&- &
read -r since _ </proc/uptime
now=$since
while kill -0 $! 2>/dev/null && [ $((\${now%.*} - \${since%.*})) -lt 10 ]; do
  read -r now _ </proc/uptime
  while read -r _ local _ state _; do
    if [ "$local $state" = "0100007F:$hex 0A" ]; then
      unset socat sock hex port local state since now _
      exec "$@" <&9 9<&-
    fi
  done </proc/net/tcp
done
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

/**
 * The bridge between a sandbox's empty network namespace and a filtering proxy's Unix socket. `socat` is the relay's
 * absolute path. Connections that do not use the proxy find no route.
 */
export function networkBridge(parts: {
  readonly socat: string
  readonly proxySocket: string
}): NetworkBridge {
  const { socat, proxySocket } = parts
  const port = String(bridgePort)
  return {
    binds: ['--ro-bind', proxySocket, proxySocket],
    env: {
      ...proxyEnvironment(`http://127.0.0.1:${port}`),
      // ssh knows no proxy variables. Sharing a connection would need a Unix socket, which the sandbox refuses.
      GIT_SSH_COMMAND: `ssh -o ControlMaster=no -o ControlPath=none -o ProxyCommand='"${socat}" - PROXY:127.0.0.1:%h:%p,proxyport=${port}'`,
    },
    wrap: (command) => [
      '/bin/sh',
      '-c',
      script,
      'countersign-bridge',
      socat,
      proxySocket,
      bridgePort.toString(16).toUpperCase().padStart(4, '0'),
      port,
      ...command,
    ],
  }
}
