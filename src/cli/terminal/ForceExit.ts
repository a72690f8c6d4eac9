/**
 * Ends the process. Where a thread waits for a disk that does not answer, Node would wait for that thread for ever, so
 * after `patienceMillis` the system is asked to end it, and the exit code is that of a process that was killed.
 */
export const endProcess = (code: number): void => {
  const latest = performance.now() + patienceMillis
  const look = () => {
    if (!process.getActiveResourcesInfo().some((resource) => ofThreads.test(resource))) process.exit(code)
    if (performance.now() < latest) return void setTimeout(look, 10)
    process.stderr.write("The disk does not answer, so this process is killed\n")
    process.kill(process.pid, "SIGKILL")
  }
  look()
}

const patienceMillis = 2000

/** What Node has other threads do: work on files, and asking for the addresses of hosts. */
const ofThreads = /^FSReq|^GetAddrInfoReq/
