import { chmodSync, chownSync, mkdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { perl, type EscapeAttempt } from '../harness/attempts'
import { escapeTable } from '../harness/escape-table'

const runtimeOf = (uid: number): string => `/var/tmp/countersign-${String(uid)}`
const socketName = `listens-${String(process.pid)}`
/** In each engine's runtime folder something listens, as the engine does for its observer and its proxies. */
const listening = await Promise.all(
  (process.getuid?.() === 0 ? [0, 65_534] : [process.getuid?.() ?? 0]).map(async (uid) => {
    const path = join(runtimeOf(uid), socketName)
    mkdirSync(runtimeOf(uid), { recursive: true, mode: 0o700 })
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy()) // it was let go of at once
      socket.end('ESCAPED\n')
    })
    await new Promise<void>((resolve) => server.listen(path, resolve))
    for (const each of [runtimeOf(uid), path]) chownSync(each, uid, uid)
    chmodSync(path, 0o777)
    return { server, path }
  }),
)
afterAll(() => {
  for (const { server, path } of listening) {
    server.close()
    rmSync(path, { force: true })
  }
})

/** Against what starts the sandbox: the launcher, the engine's own folders, and its variables. */
const prepare = `
  find "$WORK" -mindepth 1 -maxdepth 1 -exec rm -rf {} +; rm -rf "$OUT"/*; mkdir -p "$WORK/bin"
  [ -d "$RUNTIME" ] || mkdir -m 700 "$RUNTIME"; rm -rf "$RUNTIME/planted"
`

const attempts: EscapeAttempt[] = [
  {
    name: "writes in the engines' runtime folder",
    script: 'touch "$RUNTIME/planted" && echo ESCAPED',
  },
  {
    // To its own name: the kernel looks whether it may be written first, and no engine of this machine misses it meanwhile.
    name: "renames the engines' runtime folder",
    script: perl('rename($ENV{RUNTIME}, $ENV{RUNTIME}) and print "ESCAPED\n";'),
  },
  {
    name: "finds the observer's word in its environment",
    script: 'env | grep -q "^SRT_" && echo ESCAPED',
    env: { SRT_ENCODED_CMD: 'x' },
  },
  {
    name: 'asks the helper for namespaces by variable',
    script: 'unshare -Ur true && echo ESCAPED',
    env: { SRT_ALLOW_NESTED_USERNS: '1' },
  },
  {
    name: "connects to who listens in the engines' runtime folder, to tell lies",
    script: perl(
      `use Socket; socket(my $s, AF_UNIX, SOCK_STREAM, 0) or exit 1; alarm 2; connect($s, pack_sockaddr_un("$ENV{RUNTIME}/${socketName}")) or exit 1; sysread($s, my $b, 99); print $b;`,
    ),
  },
]

await escapeTable(
  { prepare, env: (world) => ({ RUNTIME: runtimeOf(world.user === 'root' ? 0 : 65_534) }) },
  attempts,
)
