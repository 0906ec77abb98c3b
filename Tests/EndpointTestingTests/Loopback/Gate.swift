@testable import EndpointTesting

/// Something to wait for until the test opens it.
struct Gate: Sendable {
    private let isOpen = Watched(false)

    func open() {
        isOpen.update { $0 = true }
    }

    /// Returns when the gate is open or the task is cancelled.
    func wait() async {
        await isOpen.wait { $0 }
    }
}
