/// A member of a JSON object by a name that is known only at run time.
package struct MemberName: CodingKey {
    package let stringValue: String
    package var intValue: Int? { nil }

    package init(stringValue: String) {
        self.stringValue = stringValue
    }

    package init?(intValue: Int) { nil }
}
