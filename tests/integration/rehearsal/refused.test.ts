import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { oneBySeed } from '../../fakes/by-seed'
import { users } from '../sandbox/harness/world'

const program = join(import.meta.dirname, '../../../out/main/cli.js')

/**
 * A folder on an overlay over an overlay, which is as deep as the kernel stacks file systems: it lays no third over it. With a
 * command that would change the file in it, and what that file holds then. What stands behind the third word runs the program.
 */
const script = `set -e
base=$1 node=$2 program=$3; shift 3
mount -t tmpfs none "$base"; cd "$base"; mkdir l u1 w1 m1 u2 w2 m2 home; echo one > l/a
mount -t overlay overlay -o "lowerdir=$base/l,upperdir=$base/u1,workdir=$base/w1,userxattr" m1
mount -t overlay overlay -o "lowerdir=$base/m1,upperdir=$base/u2,workdir=$base/w2,userxattr" m2
chmod 755 .; chmod 777 m2; chmod 666 m2/a; [ "$1" != setpriv ] || chown 65534:65534 home; cd m2
COUNTERSIGN_HOME=$base/home HOME=$base/home "$@" "$node" "$program" rehearse --json -- sh -c 'echo two > a' || echo "code $?"
cat a; find "$base/home" -path '*rehearsals/*'`

const isRoot = process.getuid?.() === 0
const asOrdinary = ['setpriv', '--reuid', '65534', '--regid', '65534', '--clear-groups']

test.each(oneBySeed('the user of rehearsal/refused', users))(
  'where the kernel refuses an overlay nothing is rehearsed or changed, and one line says why (%s)',
  async (user) => {
    const base = mkdtempSync('/var/tmp/cs-refused-')
    try {
      const spaces = isRoot ? ['-m'] : ['-Urm']
      const run = isRoot && user === 'ordinary' ? asOrdinary : []
      const { stdout } = await execa(
        'unshare',
        [...spaces, 'bash', '-c', script, 'bash', base, process.execPath, program, ...run],
        {
          env: { XDG_RUNTIME_DIR: '' },
        },
      )
      const [told = '', ...rest] = stdout.split('\n')
      // In a namespace that knows this user alone even bubblewrap belongs to nobody who is known, and there is no sandbox.
      const why = isRoot ? `an overlay is refused over ${base}/m2` : (expect.any(String) as string)
      expect(JSON.parse(told)).toMatchObject({ status: 'unavailable', changes: [], limits: [why] })
      expect(rest).toEqual(['code 1', 'one'])
    } finally {
      rmSync(base, { recursive: true, force: true })
    }
  },
)
