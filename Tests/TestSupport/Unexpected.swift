/// A test cannot continue, because something else came than what it needs.
package struct Unexpected: Error {
    package let sentence: String

    package init(_ sentence: String) {
        self.sentence = sentence
    }
}
