import Testing

@testable import EndpointCassette

@Suite struct DecimalNumberTests {
    @Test(arguments: [
        ("1", "1.0"), ("1", "10e-1"), ("100", "1E2"), ("0", "-0.0"), ("0", "0e9"), ("-1.50", "-15e-1"), ("0.1", "1e-1"),
        ("120", "12e1"), ("1e400", "10e399"), ("9007199254740993", "9007199254740993.0"),
    ])
    func `numbers are equal if they mean the same`(first: String, second: String) {
        #expect(DecimalNumber.canonical(first) == DecimalNumber.canonical(second))
    }

    @Test(arguments: [
        ("1", "-1"), ("1", "10"), ("9007199254740992", "9007199254740993"), ("0.1", "0.10000000000000001"),
        ("1e400", "1e401"),
    ])
    func `numbers differ if one digit does`(first: String, second: String) {
        #expect(DecimalNumber.canonical(first) != DecimalNumber.canonical(second))
    }

    @Test(arguments: ["0", "1", "-1.5", "120", "0.001", "-0.25", "123456789.5"])
    func `is read as it was written`(number: String) {
        #expect(DecimalNumber.readable(DecimalNumber.canonical(number)) == number)
    }
}
