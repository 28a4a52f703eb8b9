import { expect, test } from 'vitest'
import { readsOfPlainCode } from '../../../../../../src/main/core/assessment/actions/plain-code'

test.each<[string, string, readonly string[]]>([
  ['python3', 'print(2 ** 10)', []],
  ['python3', 'print("os.system rm -rf")', []],
  ['python3', "import json; print(json.load(open('package.json'))['version'])", ['package.json']],
  [
    'python3',
    "import json\nwith open('a.json', 'r', encoding='utf-8') as f:\n  print(len(json.load(f)))",
    ['a.json'],
  ],
  ['node', 'console.log(process.version)', []],
  ['node', "require('./package.json').version", ['./package.json']],
  ['node', "JSON.parse(require('node:fs').readFileSync('a.txt', 'utf8')).name", ['a.txt']],
  ['node', 'console.log([1, 2][0])', []],
])('%s: %s only computes, prints and reads', (language, code, files) => {
  expect(readsOfPlainCode(code, language)).toEqual(files)
})

test.each<[string, string]>([
  ['python3', "open('x', 'w')"],
  ['python3', 'open(x)'],
  ['python3', "'open('+evil()+')'"],
  ['python3', "print(1) # '\nevil()\n# '"],
  ['python3', "''' ' ''' + evil() + ''' ' '''"],
  ['python3', 'import key'],
  ['python3', 'import json, key'],
  ['python3', 'from line import x'],
  ['node', "require('./index.js')"],
  ['node', "require('child_process')"],
  ['node', "/'/.test(evil())+/'/"],
  ['node', "/* ' */ evil() /* ' */"],
  ['node', "1 <!-- ' \u2028 evil() <!-- '"],
  ['node', 'true["constructor"]["constructor"]("evil()")()'],
  ['node', 'true["con"+"structor"]'],
  ['node', 'const k = "con" + "structor"; true[k]'],
  ['node', 'const {["con" + "structor"]: c} = true; c'],
  ['node', 'process["mainModule"]'],
  ['node', 'const p = process; p["exit"]()'],
  ['node', 'import("./x.mjs")'],
  ['node', 'import data from "./x.mjs"'],
  ['ruby', 'print 1'],
])('%s: %j is not understood', (language, code) => {
  expect(readsOfPlainCode(code, language)).toBeUndefined()
})
