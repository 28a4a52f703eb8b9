import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { cachedDataVersionTag } from 'node:v8'
import { expect, test } from 'vitest'
import { withWasmBaseline } from '../../../../../src/main/adapters/shell-parser/with-wasm-baseline'

test('V8 takes code from caches after it as before, and not meanwhile', () => {
  const before = cachedDataVersionTag()
  expect(withWasmBaseline(cachedDataVersionTag)).not.toBe(before)
  expect(cachedDataVersionTag()).toBe(before)
  expect(() => withWasmBaseline((): unknown => JSON.parse('{'))).toThrow(SyntaxError)
  expect(cachedDataVersionTag()).toBe(before)
})

test('what is parsed often is not optimised, which takes hundreds of megabytes', () => {
  const folder = join(import.meta.dirname, '../../../../../src/main/adapters/shell-parser')
  const program = `
    import { getHeapStatistics } from 'node:v8'
    import { setTimeout } from 'node:timers/promises'
    import { loadBashParser } from ${JSON.stringify(join(folder, 'load-bash-parser.ts'))}
    import { withWasmBaseline } from ${JSON.stringify(join(folder, 'with-wasm-baseline.ts'))}
    const parser = await loadBashParser()
    const script = 'for i in $(ls); do if [ -f "$i" ]; then cat "$i" | sed s/a/b/ > out; fi; done\\n'.repeat(60)
    for (let parsed = 0; parsed < 60; parsed++) {
      withWasmBaseline(() => parser.parse(script)).delete()
      await setTimeout(0)
    }
    console.log(getHeapStatistics().peak_malloced_memory)`
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  expect(Number(printed)).toBeLessThan(100e6)
})
