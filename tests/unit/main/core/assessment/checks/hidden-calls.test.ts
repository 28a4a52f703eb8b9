import { expect, test } from 'vitest'
import { judgeCorpus } from '../../../../../fakes/risk-corpus'

/** What a word or an option beside it once hid, or made of it. */
const rows = [
  ['shutdown -h', 'high'],
  ['userdel help', 'high'],
  ['useradd --help', 'low'],
  ['sudo -k ls', 'high'],
  ['docker run --network host x', 'high'],
  ['ip r d default', 'high'],
  ['ip a s', 'low'],
  ['ifconfig eth0 10.0.0.1', 'high'],
  ['resolvectl dns eth0 1.1.1.1', 'high'],
  ['iptables -R INPUT 1 -s 10.0.0.1 -j ACCEPT', 'high'],
  ['iptables -L -Z', 'high'],
  ['nft list ruleset', 'low'],
  ["nft list ruleset ';' flush ruleset", 'high'],
  ['mount data', 'high'],
  ['systemctl -H web restart nginx', 'high'],
  ['systemctl --user restart x', 'medium'],
  ['systemctl --user --system stop x', 'high'],
  ['kill -9 -123', 'medium'],
  ['kill -9 -1', 'high'],
  ['npm set registry http://x', 'high'],
  ['pip install --index-url=https://pypi.org/simple --extra-index-url=http://x a', 'high'],
  ['pip install --index-url=https://pypi.org/simple a', 'medium'],
  ['apt-get -o A=b purge bash', 'high'],
  ['npm publish --dry-run', 'low'],
  ['npm publish --dry-run=false', 'high'],
  ['tsc --noEmit', 'low'],
  ['tsc --noEmit false', 'medium'],
  ['tsc --listFiles', 'medium'],
  ['cargo fmt --all -- --check', 'low'],
  ['go vet -vettool=./x ./...', 'medium'],
  ['go env -w GOFLAGS=-toolexec=x', 'high'],
  ['buf generate', 'medium'],
  ['terraform fmt -check=false', 'medium'],
  ['apt-get update -o APT::Update::Pre-Invoke::=./x', 'high'],
  ['rpm -qa --pipe ./x', 'high'],
  ['npm docs --browser=./x', 'high'],
  ['iptables -L --modprobe=./x', 'high'],
  ['pylint --init-hook=x a.py', 'medium'],
  ['cargo --config x metadata', 'medium'],
  ['conda config --add channels x', 'high'],
] as const

const judged = await judgeCorpus(
  rows.map(([text, level]) => ({
    argv: ['bash', '-lc', text],
    level,
    tags: [],
    split: 'train' as const,
  })),
)

test.each(rows.map(([text, level], at) => [text, level, at] as const))('%s is %s', (_, level, at) => {
  expect(judged[at]?.assessed.level).toBe(level)
})
