import EndpointCore
import Testing

@Suite struct HTTPMethodTests {
    @Test(arguments: [HTTPMethod.get, .head, .options, .trace, .query])
    func `methods that only read are safe and idempotent`(method: HTTPMethod) {
        #expect(method.isSafe && method.isIdempotent)
    }

    @Test(arguments: [HTTPMethod.put, .delete])
    func `PUT and DELETE are idempotent, but not safe`(method: HTTPMethod) {
        #expect(!method.isSafe && method.isIdempotent)
    }

    @Test(arguments: [HTTPMethod.post, .patch, .connect, HTTPMethod(rawValue: "get")])
    func `POST, PATCH and CONNECT are neither safe nor idempotent`(method: HTTPMethod) {
        #expect(!method.isSafe && !method.isIdempotent)
    }
}
