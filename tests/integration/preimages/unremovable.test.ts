import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildChild } from '../../fakes/build-child'
import { storeIn } from './kept-runs'

/** Nobody. */
const ordinary = 65_534
const nobody = `${String(ordinary)}:${String(ordinary)}`

// An ordinary user cannot make what only another one may remove.
test.runIf(process.getuid?.() === 0)(
  'what an undo moved aside and may not remove, as files of root in a folder of one’s own, is named and stops nothing',
  async () => {
    const base = realpathSync(mkdtempSync('/var/tmp/cs-unremovable-'))
    try {
      const at = (name: string): string => join(base, 'place', name)
      for (const each of ['place', 'state']) mkdirSync(join(base, each))
      const program = await buildChild(join(import.meta.dirname, 'restoring-child.ts'), base)
      writeFileSync(at('file'), 'one')
      const { store } = storeIn(base)
      const places = [{ path: join(base, 'place'), extent: 'tree' }] as const
      const { id = '' } = await store.keep({ session: 's', folder: '/w', item: 'c', title: 't', places })
      mkdirSync(at('made/in'), { recursive: true })
      writeFileSync(at('made/in/file'), 'root’s')
      writeFileSync(at('file'), 'two, and longer')
      execFileSync('chown', ['-R', nobody, base])
      execFileSync('chown', ['-R', '0:0', at('made/in')])
      await store.close(id)
      execFileSync('chown', ['-R', nobody, join(base, 'state')])
      const [, said = ''] = execFileSync(process.execPath, [program, base, id, 'undo'], {
        ...{ uid: ordinary, gid: ordinary, encoding: 'utf8' },
      }).split('\n')
      const { files, left } = JSON.parse(said) as { files: number; left: readonly string[] }
      expect([files, existsSync(at('made')), readFileSync(at('file'), 'utf8')]).toEqual([2, false, 'one'])
      expect(left.map((beside) => readFileSync(join(beside, 'in/file'), 'utf8'))).toEqual(['root’s'])
      expect(await store.look(id, 'redo')).toMatchObject({ run: { undone: true }, since: [] })
    } finally {
      rmSync(base, { recursive: true, force: true })
    }
  },
)
