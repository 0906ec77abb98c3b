@testable import EndpointTesting

/// A gate that tasks wait for until the test opens it.
struct Gate: Sendable {
    private let isOpen = AwaitableValue(false)

    func open() {
        isOpen.update { $0 = true }
    }

    /// Returns when the gate is open or the task is cancelled.
    func wait() async {
        await isOpen.wait { $0 }
    }
}
