import { oneBySeed } from '../../fakes/by-seed'
import { browsing } from './harness/browsing'
import { everydayTable, type Everyday } from './harness/everyday-table'
import { openWorlds } from './harness/world'

const folder = browsing(['playwright-browser.mjs', 'browser-mode.config.mjs'], {
  dependingOn: ['vite', 'vitest', '@vitest/browser-playwright', 'playwright'],
})

/** Programs whose processes speak to each other by Unix sockets. */
const sockets: Everyday[] = [
  {
    name: 'node with a server at a path',
    script: `"$NODE" -e 'const n = require("net"); const s = n.createServer(c => c.end("x")).listen(process.cwd() + "/n.sock", () => n.connect("n.sock").on("data", () => {}).on("end", () => s.close()))'`,
  },
  {
    name: 'node with a child that it speaks to',
    script: `echo 'process.send("x")' > c.js && "$NODE" -e 'require("child_process").fork("./c.js").on("message", m => process.exit(m === "x" ? 0 : 1))'`,
  },
  {
    name: 'a manager of Python',
    script: `printf 'from multiprocessing import Manager\\nif __name__ == "__main__":\\n  with Manager() as m:\\n    d = m.dict(); d["a"] = 1\\n    assert dict(d) == {"a": 1}\\n' > m.py && python3 m.py`,
    if: 'python3',
  },
  {
    name: 'processes of Python by a server of forks',
    script: `printf 'import multiprocessing as m\\nif __name__ == "__main__":\\n  assert m.get_context("forkserver").Pool(1).map(abs, [-1]) == [1]\\n' > f.py && python3 f.py`,
    if: 'python3',
  },
  {
    name: 'ssh-agent and ssh-add',
    script:
      'eval "$(ssh-agent)" >/dev/null && ssh-keygen -q -t ed25519 -N "" -f ./key && ssh-add -q key 2>/dev/null && ssh-add -l | grep -q ED25519 && ssh-agent -k >/dev/null',
    if: 'ssh-agent',
  },
  {
    name: 'a server at the path of one that was killed',
    script: `perl -MSocket -e 'socket($s, AF_UNIX, SOCK_STREAM, 0) && bind($s, pack_sockaddr_un("left.sock")) && listen($s, 1) or die' && "$NODE" -e 'const n = require("net"), s = n.createServer(); s.on("error", () => n.connect("left.sock").on("error", e => { if (e.code !== "ECONNREFUSED") throw e; require("fs").unlinkSync("left.sock"); s.listen("left.sock", () => s.close()) })).listen("left.sock")'`,
  },
  {
    name: 'tmux, again where one was killed',
    script: `for i in 1 2; do tmux -S "$PWD/t.sock" -f /dev/null new-session -d 'until [ -e end ]; do sleep 0.02; done' && tmux -S "$PWD/t.sock" list-sessions | grep -q . && tmux -S "$PWD/t.sock" kill-server; while tmux -S "$PWD/t.sock" list-sessions 2>/dev/null | grep -q .; do :; done; done`,
    if: 'tmux',
  },
  {
    name: 'headless Chromium',
    script: `chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --user-data-dir="$PWD/profile" --dump-dom 'data:text/html,<p>hello' 2>/dev/null | grep -q '<p>hello'`,
    if: 'chromium',
  },
  ...oneBySeed('how Playwright has its browser', [
    { by: 'by a pipe', how: 'pipe' },
    { by: 'with a profile of its own, as its MCP server does', how: 'profile' },
    { by: 'by a port', how: 'port' },
  ]).map(({ by, how }) => ({
    name: `Playwright with a browser ${by}, and a page of the workspace's own server`,
    script: `"$NODE" ${folder}/playwright-browser.mjs "$(command -v chromium)" ${how}`,
    if: 'chromium',
  })),
  {
    name: 'vitest in its browser mode',
    script: `echo 'test("x", () => { document.body.textContent = "x"; expect(document.body.innerHTML).toBe("x") })' > x.test.js && "$NODE" ${folder}/node_modules/vitest/vitest.mjs run --configLoader native --config ${folder}/browser-mode.config.mjs`,
    if: 'chromium',
  },
]

everydayTable(openWorlds(), sockets)
