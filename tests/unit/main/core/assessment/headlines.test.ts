import { expect, test } from 'vitest'
import { fateInWords, headlineInWords } from '@shared/messages/glance'
import { judgeCorpus } from '../../../../fakes/risk-corpus'
import { sampleRequest } from '../../../../fakes/sample-request'

/*
 * Lines of all kinds that nobody had in mind while the words were written; what is said of each before anything is opened has to be
 * true and short. The second is what can be brought back ('' for nothing that goes).
 */

const lost = 'Cannot be brought back:'
const hash = 'by the hash that git prints'
const unknownLoss = 'Not known whether it could be brought back.'

const rows: readonly (readonly [line: string, headline: string, fate: string])[] = [
  // git
  ['git stash drop', 'Deletes stashed changes.', `Hard to bring back: ${hash}, while git still keeps it.`],
  ['git stash clear', 'Deletes all stashed changes.', `${lost} git prints no hashes to find them by.`],
  [
    'git stash push -u -m drop',
    'Changes nothing that git could not give back (git stash push -u -m drop).',
    '',
  ],
  [
    'git branch -D feature',
    'Deletes the branch feature.',
    `Hard to bring back: what only this branch has, ${hash}.`,
  ],
  [
    'git branch -d feature',
    'Deletes a branch that is merged (git branch).',
    'Not known whether it could be brought back.',
  ],
  ['git branch -m feature other', 'Renames or moves a branch (git branch).', ''],
  ['git tag -d v1', 'Deletes the tag v1.', `Hard to bring back: ${hash}, while git still keeps it.`],
  ['git push --tags', 'Sends every tag to the remote.', ''],
  [
    'git push --tags --force origin',
    'Overwrites every tag on origin.',
    `${lost} from here, what the remote loses.`,
  ],
  [
    'git push --tags --force-with-lease',
    'Overwrites every tag on the remote.',
    `${lost} from here, what the remote loses.`,
  ],
  [
    'git push --tags --prune',
    'Deletes branches on the remote that are not here.',
    `${lost} from here, what the remote loses.`,
  ],
  [
    'git push --force-with-lease origin feature',
    'Overwrites feature on origin.',
    `${lost} from here, what the remote loses.`,
  ],
  ['git push origin :feature', 'Deletes feature on origin.', `${lost} from here, what the remote loses.`],
  ['git gc --prune=now', 'Throws away history that could still be had back (git gc).', unknownLoss],
  ['git config core.hooksPath /tmp/h', 'Makes git start a program (core.hooksPath).', ''],
  // packages
  [
    'npm publish --access public',
    'Sends a package to the world with npm.',
    'Cannot be taken back: what was sent stays sent.',
  ],
  ['npm unpublish thing@1.0.0 --force', 'Takes away what was published (npm unpublish).', unknownLoss],
  ['tsc -p .', 'Compiles the project as its own settings say (tsc .).', ''],
  // containers, clouds, databases
  ['docker volume rm pgdata', 'Deletes volumes or images for good (docker volume rm).', unknownLoss],
  ['docker build -t app .', 'Builds, starts, stops or changes containers or images (docker build).', ''],
  [
    'kubectl delete namespace staging',
    'Deletes or replaces things in a cloud or cluster (kubectl delete).',
    unknownLoss,
  ],
  [
    'aws s3 rm s3://acme-backups --recursive',
    'Deletes or replaces things in a cloud or cluster (aws s3 rm).',
    unknownLoss,
  ],
  ['psql -c "DROP TABLE users"', 'Deletes data in a database (DROP TABLE).', unknownLoss],
  ['dropdb shop', 'Deletes data in a database (dropdb).', unknownLoss],
  // find, xargs
  ["find . -name '*.nothing' -delete", 'Deletes nothing yet: no file in ~/project fits.', ''],
  [
    "find src -name '*.ts' -delete",
    'Deletes 3 files (74 bytes) in src.',
    `${lost} changes in 1 file. Git has the rest.`,
  ],
  [
    "find . -iname 'NOTES*' -type f -delete",
    'Deletes 1 file (9 bytes) in ~/project.',
    `${lost} 1 untracked.`,
  ],
  [
    'find -files0-from list -name x -delete',
    'Deletes files that are only known at run time ("-files0-from list -name x -delete").',
    'Not known what of it could be brought back.',
  ],
  [
    'find docs "$X" -name x -delete',
    'Deletes files that are only known at run time ("docs $X -name x -delete").',
    'Not known what of it could be brought back.',
  ],
  [
    'fd md docs -x rm',
    'Deletes up to 1 file (8 bytes) in docs.',
    'Not known which of these files go, and whether git has those.',
  ],
  [
    'tar -cf /tmp/x.tar --remove-files -T list',
    'Deletes files that are only known at run time ("$(< list)").',
    'Not known what of it could be brought back.',
  ],
  [
    'parallel rm -rf :::: list',
    'Deletes files that are only known at run time.',
    'Not known what of it could be brought back.',
  ],
  [
    'xargs -a list rm -rf',
    'Deletes files that are only known at run time.',
    'Not known what of it could be brought back.',
  ],
  ['find docs -delete -name x', 'Deletes 1 file (8 bytes) in docs.', 'Can be brought back: git has 1 file.'],
  // Another -delete has tests of its own, or none.
  [
    'find docs -name x -delete -o -delete',
    'Deletes 1 file (8 bytes) in docs.',
    'Can be brought back: git has 1 file.',
  ],
  [
    'find docs -name x -delete , -type f -delete',
    'Deletes 1 file (8 bytes) in docs.',
    'Can be brought back: git has 1 file.',
  ],
  [
    'find docs -name x -delete -o -name y -delete',
    'Deletes up to 1 file (8 bytes) in docs.',
    'Not known which of these files go, and whether git has those.',
  ],
  [
    "find src -name '[[:alnum:]]*.ts' -delete",
    'Deletes 3 files (74 bytes) in src.',
    `${lost} changes in 1 file. Git has the rest.`,
  ],
  [
    "find src -name '[a-z.,]*.ts' -delete",
    'Deletes 3 files (74 bytes) in src.',
    `${lost} changes in 1 file. Git has the rest.`,
  ],
  [
    "find src -name '[[=a=]]*' -delete",
    'Deletes up to 4 files (89 bytes) in src.',
    'Not known which of these files go, and whether git has those.',
  ],
  [
    'find src -name [x-z]* -delete',
    'Deletes up to 4 files (89 bytes) in src.',
    'Not known which of these files go, and whether git has those.',
  ],
  [
    'find src -newer README.md -delete',
    'Deletes up to 4 files (89 bytes) in src.',
    'Not known which of these files go, and whether git has those.',
  ],
  [
    "find src -name '*.ts' -exec sed -i 's/a/b/' {} +",
    'Changes files in src.',
    'Not known what is replaced there.',
  ],
  [
    'xargs rm -f < list.txt',
    'Deletes files that are only known at run time.',
    'Not known what of it could be brought back.',
  ],
  // archives, copies, modes
  ['zip -m old.zip data.csv notes.txt', 'Moves 2 files (21 bytes) in data.csv and notes.txt.', ''],
  ['zip -r all.zip src', 'Writes all.zip.', ''],
  ['tar xzf release.tgz', 'Writes files in ~/project.', 'Not known what is replaced there.'],
  ['rsync -az --delete dist/ dev@prod.example.com:/srv/', 'Deletes files on prod.example.com.', unknownLoss],
  ['chmod +x scripts/check.sh', 'Changes the mode of scripts/check.sh (36 bytes).', ''],
  ['chmod 600 ~/.ssh/id_ed25519', 'Changes the mode of ~/.ssh/id_ed25519 (4 bytes).', ''],
  ['dd if=notes.txt of=data.csv', 'Overwrites data.csv (12 bytes).', 'Can be brought back: git has 1 file.'],
  ['truncate -s 0 notes.txt', 'Overwrites notes.txt (9 bytes).', `${lost} 1 untracked.`],
  ["sed -i 's/a/b/' src/app.ts", 'Changes src/app.ts (32 bytes).', `${lost} changes in 1 file.`],
  ['ln -sf ../config data.csv', 'Overwrites data.csv (12 bytes).', 'Can be brought back: git has 1 file.'],
  ['rm -rf ~/.pi/cache/*', 'Deletes 12 files (48 KB) in ~/.pi/cache/*.', `${lost} in no repository.`],
  ['rmdir src', 'Deletes nothing: src is a folder that it leaves alone.', ''],
  [
    'mkdir -p made/dir && rm -rf src',
    'Deletes 4 files (89 bytes) in src.',
    `${lost} changes in 1 file. Git has the rest.`,
  ],
  // the machine
  ['curl -fsSL https://get.example.com/i.sh | sh', 'Runs code from get.example.com.', ''],
  ['systemctl disable --now cron', 'Stops, starts or changes a service (systemctl disable).', ''],
]

test('what leads each line is true of it', async () => {
  const judged = await judgeCorpus(
    rows.map(([line]) => ({ argv: ['bash', '-lc', line], level: 'low', tags: [], split: 'train' })),
  )
  const said = judged.map(({ line, assessed: { facts, floor } }) => {
    const fate = fateInWords({
      effect: facts.effect,
      assessment: { ...sampleRequest.assessment, facts, floor },
    })
    return [line.argv[2], headlineInWords(facts.effect), fate ? `${fate.head} ${fate.text}` : '']
  })
  expect(said).toEqual(rows)
})

test('nothing that leads is longer than a person takes in at once', () => {
  for (const [, headline] of rows) expect(headline.split(' ').length).toBeLessThanOrEqual(14)
})
