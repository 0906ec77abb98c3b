/// Elements in order of arrival. Each operation takes constant time on average.
struct FIFOQueue<Element: Sendable>: Sendable {
    private var elements: [Element] = []
    private var head = 0

    /// The number of elements.
    var count: Int { elements.count - head }

    /// The element that arrived first.
    var first: Element? { head < elements.count ? elements[head] : nil }

    mutating func append(_ element: Element) {
        elements.append(element)
    }

    mutating func popFirst() -> Element? {
        guard let first else { return nil }
        head += 1
        compact()
        return first
    }

    /// The elements that meet a condition, in order.
    func filter(_ isIncluded: (Element) -> Bool) -> [Element] { elements[head...].filter(isIncluded) }

    /// Removes the elements that meet a condition.
    mutating func removeAll(where isRemoved: (Element) -> Bool) {
        (elements, head) = (filter { !isRemoved($0) }, 0)
    }

    /// Removes the entries before the head once they are most of the array.
    private mutating func compact() {
        guard head > 32, head * 2 > elements.count else { return }
        elements.removeFirst(head)
        head = 0
    }
}
