import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Lays out every kind of entry. */
export function fillPlace(place: string): void {
  const at = (name: string): string => join(place, name)
  writeFileSync(at('changed'), 'one\n')
  writeFileSync(at('removed'), 'here\n', { mode: 0o640 })
  writeFileSync(at('program'), '#!/bin/sh\n')
  mkdirSync(at('deep/er/empty'), { recursive: true })
  chmodSync(at('deep/er'), 0o750)
  writeFileSync(at('deep/er/file'), 'deep\n')
  writeFileSync(at('deep/kept'), 'kept\n')
  symlinkSync('changed', at('link'))
  symlinkSync('/nowhere', at('loose'))
  writeFileSync(at('odd \n"name'), 'odd\n')
  writeFileSync(Buffer.concat([Buffer.from(`${place}/`), Buffer.from([0x61, 0xff])]), 'bytes\n')
  writeFileSync(at('becomes-folder'), 'file\n')
  mkdirSync(at('becomes-file'))
  writeFileSync(at('becomes-file/in'), 'in\n')
  writeFileSync(at('empty'), '')
}

/** Does to it what a run can: each entry becomes another one, goes or is made. */
export function changePlace(place: string): void {
  const at = (name: string): string => join(place, name)
  writeFileSync(at('changed'), 'two\r\n')
  rmSync(at('removed'))
  chmodSync(at('program'), 0o4755)
  rmSync(at('deep/er'), { recursive: true })
  rmSync(at('link'))
  symlinkSync('/etc/passwd', at('link'))
  rmSync(at('loose'))
  writeFileSync(at('odd \n"name'), 'other\n')
  rmSync(Buffer.concat([Buffer.from(`${place}/`), Buffer.from([0x61, 0xff])]))
  rmSync(at('becomes-folder'))
  mkdirSync(at('becomes-folder/a'), { recursive: true })
  writeFileSync(at('becomes-folder/a/b'), 'b\n')
  rmSync(at('becomes-file'), { recursive: true })
  writeFileSync(at('becomes-file'), 'now a file\n')
  mkdirSync(at('made/in'), { recursive: true })
  writeFileSync(at('made/in/it'), 'new\n')
  writeFileSync(at('empty'), 'full')
  chmodSync(at('deep'), 0o700)
}
