extension QRCode {
    /// The outlines of the dark modules as the data of an SVG path, in modules, within a square of ``width``.
    ///
    /// Adjacent modules have one common outline. Drawn one by one, they would show fine gaps on paper.
    public var path: String {
        var edges = Edges(of: self)
        var path = ""
        while let start = edges.next() {
            path += edges.outline(from: start)
        }
        return path
    }

    /// The edges between dark and light modules that aren't part of an outline yet. Each has its dark module at its
    /// right, so that outlines of dark areas run clockwise, and those of holes counterclockwise.
    private struct Edges {
        /// The directions of an edge: right, down, left, up.
        private static let steps = [
            (row: 0, column: 1), (row: 1, column: 0), (row: 0, column: -1), (row: -1, column: 0),
        ]

        struct Point: Equatable {
            var row: Int
            var column: Int
        }

        private let size: Int
        /// For each corner of a module, a bit for each direction in which an edge begins there.
        private var directions: [UInt8]
        private var nextCorner = 0

        init(of code: QRCode) {
            size = code.width + 1
            directions = Array(repeating: 0, count: size * size)
            for row in 0..<code.width {
                for column in 0..<code.width where code.isDark(row, column) {
                    if !code.isDark(row - 1, column) { add(row, column, 0) }
                    if !code.isDark(row, column + 1) { add(row, column + 1, 1) }
                    if !code.isDark(row + 1, column) { add(row + 1, column + 1, 2) }
                    if !code.isDark(row, column - 1) { add(row + 1, column, 3) }
                }
            }
        }

        private mutating func add(_ row: Int, _ column: Int, _ direction: Int) {
            directions[row * size + column] |= 1 << UInt8(direction)
        }

        /// Returns the first corner at which an edge is left, from above.
        mutating func next() -> Point? {
            while nextCorner < directions.count, directions[nextCorner] == 0 { nextCorner += 1 }
            guard nextCorner < directions.count else { return nil }
            return Point(row: nextCorner / size, column: nextCorner % size)
        }

        /// Removes the outline that begins at a corner, and returns it.
        mutating func outline(from start: Point) -> String {
            var path = "M\(start.column) \(start.row)"
            var place = start
            var direction = directions[place.row * size + place.column].trailingZeroBitCount
            repeat {
                var length = 0
                repeat {
                    directions[place.row * size + place.column] &= ~(1 << UInt8(direction))
                    place.row += Self.steps[direction].row
                    place.column += Self.steps[direction].column
                    length += 1
                } while leads(direction, from: place)
                path += "\(direction % 2 == 0 ? "h" : "v")\(direction < 2 ? length : -length)"
                // Where two dark modules touch at a corner only, each keeps its own outline.
                direction = [(direction + 1) % 4, (direction + 3) % 4].first { leads($0, from: place) } ?? 0
            } while place != start
            return path + "z"
        }

        private func leads(_ direction: Int, from place: Point) -> Bool {
            directions[place.row * size + place.column] & 1 << UInt8(direction) != 0
        }
    }
}
