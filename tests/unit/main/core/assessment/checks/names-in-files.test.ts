import { expect, test } from 'vitest'
import { judgeCorpus } from '../../../../../fakes/risk-corpus'

/*
 * Where a program finds the names of what it works on: in a file, on its input, or in folders that an option of its names. What stands
 * there is not known, and is not what stands in the line.
 */

const rows = [
  ['find -files0-from list -delete', 'high', 'delete.unknown-tree'],
  ['find -files0-from list -name x -delete', 'high', 'delete.unknown-tree'],
  ['find -name x -files0-from list -delete', 'high', 'delete.unknown-tree'],
  ['find -files0-from - -name x -delete < list', 'high', 'delete.unknown-tree'],
  ['gfind -files0-from list -name x -delete', 'high', 'delete.unknown-tree'],
  ['find -files0-from list -name x -exec rm {} +', 'high', 'delete.unknown-tree'],
  ['find -files0-from list -name x -print0 | xargs -0 rm -rf', 'high', 'delete.unknown-tree'],
  ['find -files0-from list -name x', 'low', undefined],
  ['find src "$X" -name x -delete', 'high', 'delete.unknown-tree'],
  ['find -- ~ -name x -delete', 'high', 'delete.root'],
  ['find -E ~ -name x -delete', 'high', 'delete.root'],
  ['find -Ef ~ -name x -delete', 'high', 'delete.root'],
  ['find -f ~ -name x -delete', 'high', 'delete.root'],
  ['find -D tree src -name x -delete', 'medium', 'delete.inside'],
  ['find -L src -name x -delete', 'medium', 'delete.inside'],
  ['find src -name x -delete', 'medium', 'delete.inside'],
  ['find -name x -delete', 'medium', 'delete.inside'],
  ['fd x ~ -x rm', 'high', 'delete.root'],
  ['fd -e tmp . ~ -x rm', 'high', 'delete.root'],
  ['fd --base-directory ~ x -x rm', 'high', 'delete.root'],
  ['fd --base-directory / x home -x rm', 'high', 'delete.outside'],
  ['fd --search-path=$HOME x -x rm', 'high', 'delete.root'],
  ['fd x -x rm {} ";" ~', 'high', 'delete.root'],
  ['fd x "$Y" -x rm', 'high', 'delete.unknown-tree'],
  ['fd x ~ --exec=rm', 'high', 'delete.root'],
  ['fd x ~ -xrm', 'high', 'delete.root'],
  ['fd x ~ -HIx rm', 'high', 'delete.root'],
  ['fd x ~ --exec-batch=rm -rf', 'high', 'delete.root'],
  ['fd -tx x src', 'low', undefined],
  ['fd x src -x rm', 'medium', 'delete.inside'],
  ['fd -e tmp -x rm', 'medium', 'delete.inside'],
  ['fd -e ts -x wc -l', 'low', undefined],
  ['tar -czf out.tgz --remove-files -T list', 'high', 'delete.unknown-tree'],
  ['tar --remove-files -cf out.tar --files-from=list', 'high', 'delete.unknown-tree'],
  ['tar --remove-files -cf out.tar --files-from list', 'high', 'delete.unknown-tree'],
  ['tar --remove-files -cf out.tar --add-file=$HOME/documents', 'high', 'delete.outside'],
  ['tar -C ~ --remove-files -cf out.tar documents', 'high', 'delete.outside'],
  ['tar -C / -C home --remove-files -cf out.tar .', 'high', 'delete.root'],
  ['tar -C "$X" --remove-files -cf out.tar src', 'high', 'delete.unknown-tree'],
  ['tar -C src --remove-files -cf out.tar index.ts', 'medium', 'delete.inside'],
  ['tar -cf out.tar -T list', 'medium', 'unknown.names'],
  ['zip -m out.zip -@ < list', 'medium', 'delete.move'],
  ['zip -@m out.zip < list', 'medium', 'delete.move'],
  ['zip out.zip -@ < list', 'medium', 'unknown.names'],
  ['parallel rm -rf :::: list', 'high', 'delete.unknown-tree'],
  ['parallel rm -rf ::: dist ::::+ list', 'high', 'delete.unknown-tree'],
  ['xargs -a list rm -rf', 'high', 'delete.unknown-tree'],
  ['git checkout --pathspec-from-file=list', 'medium', 'git.rewrite'],
  ['git checkout --pathspec-from-file list', 'medium', 'git.rewrite'],
  ['git restore --pathspec-from-file=list', 'medium', 'git.rewrite'],
  ['git add --pathspec-from-file=list', 'low', undefined],
  // What such a file holds is told as names that are not there.
  ['find -files0-from $HOME/.ssh/id_rsa', 'high', 'secrets.file'],
  ['wc --files0-from=$HOME/.ssh/id_rsa', 'high', 'secrets.file'],
  ['du --files0-from=$HOME/.ssh/id_rsa', 'high', 'secrets.file'],
  ['xargs -a $HOME/.ssh/id_rsa echo', 'high', 'secrets.file'],
  ['xargs -ra$HOME/.ssh/id_rsa echo', 'high', 'secrets.file'],
  ['xargs echo < ~/.ssh/id_rsa', 'high', 'secrets.file'],
  ['file -f ~/.ssh/id_rsa', 'high', 'secrets.file'],
  ['git add --pathspec-from-file=$HOME/.ssh/id_rsa', 'high', 'secrets.file'],
  ['wc --files0-from=list', 'low', undefined],
  ['du --files0-from=list', 'low', undefined],
  ['wc ~/.ssh/id_rsa', 'low', undefined],
  ['xargs -n 1 ls < list', 'low', undefined],
] as const

const judged = await judgeCorpus(
  rows.map(([text, level]) => ({
    argv: ['bash', '-lc', text],
    ...{ level, tags: [], split: 'train' as const },
  })),
)

test.each(rows.map(([text, level, rule], at) => [text, level, rule, at] as const))(
  '%s is %s',
  (_, level, rule, at) => {
    const assessed = judged[at]?.assessed
    const rules = assessed?.floor.reasons.map((reason) => reason.rule) ?? []
    expect([assessed?.level, rule === undefined || rules.includes(rule)]).toEqual([level, true])
  },
)
