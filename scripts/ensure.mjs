// Makes a fresh clone ready, under whatever Node the machine has (20 or newer): this file runs
// before anything is installed, so it is plain JavaScript without dependencies.
//
//   node scripts/ensure.mjs             packages as the lock file has them
//   node scripts/ensure.mjs --browser   and a Chromium for the browser tests

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const CACHE = join(ROOT, '.cache')
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

ensurePackages()
if (process.argv.includes('--browser')) ensureBrowser()

function ensurePackages() {
  const installed = join(ROOT, 'node_modules', '.package-lock.json')
  const lock = join(ROOT, 'package-lock.json')
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return
  console.log('Installing packages (npm ci) …')
  const startedAt = Date.now()
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: ROOT,
    stdio: 'inherit',
  })
  if (npm.status !== 0) fail('npm ci failed: see its message above.')
  console.log(`Installed packages in ${Math.round((Date.now() - startedAt) / 1000)} s`)
}

function ensureBrowser() {
  if (process.env.CHROMIUM_PATH || installedBrowser() || existsSync(cachedBrowser())) return
  console.log('Fetching Chromium for the browser tests …')
  if (process.getuid?.() === 0) installWithApt()
  else unpackFromApt()
  if (!installedBrowser() && !existsSync(cachedBrowser())) {
    fail('There is no Chromium. Install one, or set CHROMIUM_PATH to its program.')
  }
}

function installedBrowser() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.some((folder) => BROWSERS.some((name) => existsSync(join(folder, name))))
}

function cachedBrowser() {
  return join(CACHE, 'chromium', 'usr', 'bin', 'chromium')
}

function installWithApt() {
  attempt('apt-get', ['update', '-qq'])
  attempt('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'])
}

/** Without root, Debian's packages are unpacked into a folder, with the libraries they need. */
function unpackFromApt() {
  const packages = join(CACHE, 'packages')
  const target = join(CACHE, 'chromium')
  const lists = aptFolders()
  mkdirSync(packages, { recursive: true })
  mkdirSync(target, { recursive: true })
  attempt('apt-get', [...lists, 'update', '-qq'])
  attempt('apt-get', [...lists, 'download', '-qq', ...missingPackages(lists)], packages)
  for (const file of readdirSync(packages)) {
    attempt('dpkg', ['-x', join(packages, file), target])
  }
  if (existsSync(cachedBrowser())) writeLauncher(target)
}

/** Folders of our own for apt's state, which an ordinary user cannot write. */
function aptFolders() {
  const state = join(CACHE, 'apt')
  mkdirSync(join(state, 'lists', 'partial'), { recursive: true })
  mkdirSync(join(state, 'cache', 'archives', 'partial'), { recursive: true })
  return [
    '-o',
    `Dir::State::Lists=${join(state, 'lists')}`,
    '-o',
    `Dir::Cache=${join(state, 'cache')}`,
  ]
}

/** Chromium and what it needs beyond what the machine has, by apt's own reckoning. */
function missingPackages(lists) {
  const plan = spawnSync(
    'apt-get',
    [...lists, 'install', '--simulate', '--no-install-recommends', 'chromium'],
    { encoding: 'utf8' },
  )
  const lines = (plan.stdout ?? '').split('\n')
  const planned = lines.flatMap((line) => /^Inst (\S+)/.exec(line)?.[1] ?? [])
  return planned.length > 0 ? planned : ['chromium', 'chromium-common']
}

/** Beside Debian's start script, ours points the loader at the unpacked libraries. */
function writeLauncher(target) {
  const libraries = [
    'usr/lib/x86_64-linux-gnu',
    'lib/x86_64-linux-gnu',
    'usr/lib/aarch64-linux-gnu',
  ]
    .map((folder) => join(target, folder))
    .join(':')
  const program = join(target, 'usr', 'lib', 'chromium', 'chromium')
  const lines = [
    '#!/bin/sh',
    `export LD_LIBRARY_PATH="${libraries}:$LD_LIBRARY_PATH"`,
    `exec "${program}" "$@"`,
  ]
  writeFileSync(cachedBrowser(), `${lines.join('\n')}\n`, { mode: 0o755 })
}

function attempt(command, args, cwd = ROOT) {
  const result = spawnSync(command, args, {
    cwd,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  if (result.status !== 0) console.error(`${command} did not succeed.`)
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
