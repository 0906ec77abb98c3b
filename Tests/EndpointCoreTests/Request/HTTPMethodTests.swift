import EndpointCore
import Testing

@Suite struct HTTPMethodTests {
    @Test(arguments: [HTTPMethod.get, .head, .options, .trace])
    func `methods that only read are safe and idempotent`(method: HTTPMethod) {
        #expect(method.isSafe && method.isIdempotent)
    }

    @Test(arguments: [HTTPMethod.put, .delete])
    func `methods that end in one state are idempotent, not safe`(method: HTTPMethod) {
        #expect(!method.isSafe && method.isIdempotent)
    }

    @Test(arguments: [HTTPMethod.post, .patch, .connect, HTTPMethod(rawValue: "get")])
    func `everything else is neither`(method: HTTPMethod) {
        #expect(!method.isSafe && !method.isIdempotent)
    }
}
