// Prepares a fresh clone, with any Node from version 20. It runs before anything is installed, so
// it is plain JavaScript without dependencies.
//
//   node scripts/ensure.mjs             packages as the lock file has them
//   node scripts/ensure.mjs --browser   and the browsers of the tests: Chromium, and where Debian's
//                                       packages can be installed, WebKit and Firefox
//   node scripts/ensure.mjs --haproxy   and HAProxy, for `npm run drill -- fleet`

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  CHROMIUM,
  findProgram,
  SHELL,
  UNPACKED,
  UNPACKED_PROGRAMS,
} from '#scripts/browser-programs.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const CACHE = join(ROOT, '.cache')
const HAPROXY = join(CACHE, 'haproxy')
/** The files that both programs read. */
const RESOURCES = 'chromium-common'
const LIBRARIES = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`
/** The programs that must be installed, and the package of each. */
const ENGINE_PROGRAMS = [
  ['/usr/bin/WebKitWebDriver', 'webkit2gtk-driver'],
  ['/usr/bin/Xvfb', 'xvfb'],
  ['/usr/lib/python3/dist-packages/gi', 'python3-gi'],
  [`${LIBRARIES}/girepository-1.0/WebKit2-4.1.typelib`, 'gir1.2-webkit2-4.1'],
  ['/usr/bin/firefox-esr', 'firefox-esr'],
]
/** An unreachable mirror fails quickly. */
const IMPATIENT = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=15']

const KNOWN = ['--browser', '--haproxy']
/** The running `npm ci`. */
let npm
const unknown = process.argv.slice(2).find((argument) => !KNOWN.includes(argument))
if (unknown) {
  fail(`ensure.mjs does not know "${unknown}". Give it ${KNOWN.join(' or ')}, or nothing.`)
}
const startedAt = Date.now()
npm = startNpm()
// In parallel with npm, because apt uses one core.
if (process.argv.includes('--browser')) {
  ensureBrowser()
  ensureEngines()
}
if (process.argv.includes('--haproxy')) ensureHaproxy()
if (npm) {
  const [code] = await once(npm, 'close').catch(() => [1])
  if (code !== 0) fail('npm ci failed: see its message above.')
  console.log(`Installed everything in ${Math.round((Date.now() - startedAt) / 1000)} s`)
}

/** Starts `npm ci` if the packages are missing or older than the lock file. */
function startNpm() {
  const installed = join(ROOT, 'node_modules', '.package-lock.json')
  const lock = join(ROOT, 'package-lock.json')
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return
  console.log('Installing packages (npm ci) …')
  return spawn('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: ROOT,
    stdio: 'inherit',
  })
}

function ensureBrowser() {
  if (process.env.CHROMIUM_PATH) return
  if (!findProgram(CHROMIUM)) {
    console.log('Fetching Chromium for the browser tests …')
    if (process.getuid?.() === 0) installWithApt()
    else unpackFromApt(['chromium', RESOURCES], ownLists())
  }
  if (!findProgram(CHROMIUM)) {
    fail(
      'Chromium was not found on PATH and could not be installed with apt. Install Chromium or ' +
        'Chrome, and set CHROMIUM_PATH=/path/to/chrome.',
    )
  }
  if (!findProgram([SHELL])) fetchShell()
}

/**
 * A few journeys also use these browsers. They are skipped without them, so no failure is reported.
 */
function ensureEngines() {
  const missing = ENGINE_PROGRAMS.filter(([path]) => !existsSync(path)).map(([, name]) => name)
  if (missing.length === 0) return
  if (process.getuid?.() === 0) {
    console.log('Fetching WebKit and Firefox for the browser tests …')
    attempt('apt-get', [...IMPATIENT, 'update', '-qq'])
    const install = ['install', '-y', '-qq', '--no-install-recommends']
    attempt('apt-get', [...IMPATIENT, ...install, ...missing])
  }
  if (ENGINE_PROGRAMS.every(([path]) => existsSync(path))) return
  console.log("Debian's WebKit or Firefox cannot be installed here: their journeys are skipped.")
}

/**
 * Unpacked even for root, because the package would start a service. Without it, the drill is
 * skipped.
 */
function ensureHaproxy() {
  if (findProgram(['haproxy']) || existsSync('/usr/sbin/haproxy')) return
  const launcher = join(HAPROXY, 'usr', 'bin', 'haproxy')
  if (existsSync(launcher)) return
  console.log('Fetching HAProxy …')
  for (const lists of [() => IMPATIENT, () => ownLists(IMPATIENT)]) {
    unpackFromApt(['haproxy'], lists(), HAPROXY)
    const binary = join(HAPROXY, 'usr', 'sbin', 'haproxy')
    if (!existsSync(binary)) continue
    writeLauncher(launcher, binary, HAPROXY)
    if (spawnSync(launcher, ['-v']).status === 0) return
    rmSync(launcher)
  }
}

/** Most journeys need only the shell, which needs a third less work to open a page. */
function fetchShell() {
  console.log("Fetching Chromium's headless shell for the browser tests …")
  const startedAt = Date.now()
  // The machine's own package lists are enough if they are recent.
  for (const lists of [() => IMPATIENT, () => ownLists(IMPATIENT)]) {
    unpackFromApt([SHELL, RESOURCES], lists())
    if (findProgram([SHELL]) && draws(unpacked(SHELL))) {
      console.log(`Fetched it in ${Math.round((Date.now() - startedAt) / 1000)} s`)
      return
    }
  }
  rmSync(unpacked(SHELL), { force: true })
  console.log('It is not available: the browser tests use the full Chromium and take longer.')
}

function unpacked(program) {
  return join(UNPACKED_PROGRAMS, program)
}

/** Whether it can render a page here, with the files and libraries that it has. */
function draws(program) {
  const args = ['--no-sandbox', '--disable-gpu', '--dump-dom', 'about:blank']
  const { status, stdout } = spawnSync(program, args, { timeout: 30_000, encoding: 'utf8' })
  return status === 0 && stdout.includes('<html')
}

function installWithApt() {
  attempt('apt-get', ['update', '-qq'])
  attempt('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'])
}

/** Unpacks Debian's packages into a folder, with missing libraries. */
function unpackFromApt(names, lists, folder = UNPACKED) {
  const packages = join(CACHE, 'packages')
  mkdirSync(packages, { recursive: true })
  mkdirSync(join(folder, 'usr', 'bin'), { recursive: true })
  const asRoot = ['-o', 'APT::Sandbox::User=root']
  const wanted = missingPackages(names, lists)
  attempt('apt-get', [...lists, ...asRoot, 'download', '-qq', ...wanted], packages)
  for (const file of readdirSync(packages)) {
    attempt('dpkg', ['-x', join(packages, file), folder])
  }
  rmSync(packages, { recursive: true, force: true })
  for (const program of names) {
    const binary = join(folder, 'usr', 'lib', 'chromium', program)
    if (existsSync(binary)) writeLauncher(unpacked(program), binary, folder)
  }
}

/** Fetches package lists into our own folders, because an ordinary user cannot write apt's. */
function ownLists(more = []) {
  const state = join(CACHE, 'apt')
  mkdirSync(join(state, 'lists', 'partial'), { recursive: true })
  mkdirSync(join(state, 'cache', 'archives', 'partial'), { recursive: true })
  const options = [
    ...more,
    '-o',
    `Dir::State::Lists=${join(state, 'lists')}`,
    '-o',
    `Dir::Cache=${join(state, 'cache')}`,
  ]
  attempt('apt-get', [...options, 'update', '-qq'])
  return options
}

/** The packages and their missing dependencies, according to apt. */
function missingPackages(names, lists) {
  const plan = spawnSync(
    'apt-get',
    [...lists, 'install', '--simulate', '--no-install-recommends', ...names],
    { encoding: 'utf8' },
  )
  const lines = (plan.stdout ?? '').split('\n')
  const planned = lines.flatMap((line) => /^Inst (\S+)/.exec(line)?.[1] ?? [])
  // The shell runs beside an installed Chromium of another version, which stays unchanged.
  const isNeeded = (name) => names.includes('chromium') || !name.startsWith('chromium')
  return [...new Set([...names, ...planned.filter(isNeeded)])]
}

/** Writes a start script, in place of Debian's, that points the loader at the unpacked libraries. */
function writeLauncher(path, binary, folder) {
  const libraries = [
    'usr/lib/x86_64-linux-gnu',
    'lib/x86_64-linux-gnu',
    'usr/lib/aarch64-linux-gnu',
  ]
    .map((name) => join(folder, name))
    .join(':')
  const lines = [
    '#!/bin/sh',
    `export LD_LIBRARY_PATH="${libraries}:$LD_LIBRARY_PATH"`,
    `exec "${binary}" "$@"`,
  ]
  rmSync(path, { force: true })
  writeFileSync(path, `${lines.join('\n')}\n`, { mode: 0o755 })
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
  // A process that could not be started has no id, and a signal to it would reach this one's group.
  if (npm?.pid) npm.kill()
  console.error(message)
  process.exit(1)
}
