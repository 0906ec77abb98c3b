#if os(Linux)
    import EndpointTesting
    import Testing

    @testable import EndpointClient

    @Suite struct CURLExitTests {
        @Test func `a process that ends after an engine's last round doesn't wait for it`() async {
            await #expect(processExitsWith: .exitCode(7)) {
                alarm(9)  // Before the wait for a hanging thread times out.
                let inbox = try CURLInbox()
                try CURLExit.startThread(inbox) {
                    // The command that ends the engine has arrived, but has not been processed.
                    var wakeup = pollfd(fd: inbox.wakeup, events: Int16(POLLIN), revents: 0)
                    poll(&wakeup, 1, -1)
                }
                exit(7)
            }
        }
    }
#endif
