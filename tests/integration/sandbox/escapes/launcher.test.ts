import { perl, type EscapeAttempt } from '../harness/attempts'
import { escapeTable } from '../harness/escape-table'

/** Against what starts the sandbox: the launcher, the engine's own folders, and its variables. */
const prepare = `
  find "$WORK" -mindepth 1 -maxdepth 1 -exec rm -rf {} +; rm -rf "$OUT"/*; mkdir -p "$WORK/bin"
  [ -d "$RUNTIME" ] || mkdir -m 700 "$RUNTIME"; rm -rf "$RUNTIME/planted" "$RUNTIME.x"
`

const attempts: EscapeAttempt[] = [
  {
    name: "writes in the engines' runtime folder",
    script: 'touch "$RUNTIME/planted" && echo ESCAPED',
  },
  {
    name: "moves the engines' runtime folder away",
    script: 'mv "$RUNTIME" "$RUNTIME.x" && mv "$RUNTIME.x" "$RUNTIME" && echo ESCAPED',
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
    name: 'gets a socket to tell the observer lies',
    script: perl('use Socket; socket(my $s, AF_UNIX, SOCK_STREAM, 0) and print "ESCAPED\\n"'),
  },
]

await escapeTable(
  { prepare, env: (world) => ({ RUNTIME: `/var/tmp/countersign-${world.user === 'root' ? '0' : '65534'}` }) },
  attempts,
)
