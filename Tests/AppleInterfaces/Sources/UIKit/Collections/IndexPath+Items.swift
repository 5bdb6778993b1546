import Foundation

extension IndexPath {
    public init(item: Int, section: Int) { self = [section, item] }

    public var section: Int { self[0] }
    public var item: Int { self[1] }
}
