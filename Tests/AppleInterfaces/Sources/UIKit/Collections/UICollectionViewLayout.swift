import CoreGraphics
import Foundation

@MainActor open class UICollectionViewLayout: NSObject {
    weak var collectionView: UICollectionView?

    open func invalidateLayout() { collectionView?.needsItemFrames = true }

    /// Returns the frames of all items and the size of the content.
    func frames(of counts: [Int], in size: CGSize, _ traits: UITraitCollection) -> (frames: [[CGRect]], size: CGSize) {
        ([], .zero)
    }
}

public enum UICollectionViewScrollDirection: Int, Sendable {
    case vertical
    case horizontal
}

@MainActor open class UICollectionViewCompositionalLayoutConfiguration: NSObject {
    open var scrollDirection = UICollectionView.ScrollDirection.vertical
    open var contentInsetsReference = UIContentInsetsReference.safeArea
    var interSectionSpacing: CGFloat = 0
}

public enum UIContentInsetsReference: Int, Sendable {
    case none
    case safeArea
}

public typealias UICollectionViewCompositionalLayoutSectionProvider =
    (Int, any NSCollectionLayoutEnvironment) -> NSCollectionLayoutSection?

open class UICollectionViewCompositionalLayout: UICollectionViewLayout {
    private let provide: UICollectionViewCompositionalLayoutSectionProvider
    private let configuration: UICollectionViewCompositionalLayoutConfiguration
    var listConfiguration: UICollectionLayoutListConfiguration?

    public init(sectionProvider: @escaping UICollectionViewCompositionalLayoutSectionProvider) {
        provide = sectionProvider
        configuration = UICollectionViewCompositionalLayoutConfiguration()
        super.init()
    }

    public init(
        sectionProvider: @escaping UICollectionViewCompositionalLayoutSectionProvider,
        configuration: UICollectionViewCompositionalLayoutConfiguration
    ) {
        provide = sectionProvider
        self.configuration = configuration
        super.init()
    }

    public convenience init(
        section: NSCollectionLayoutSection,
        configuration: UICollectionViewCompositionalLayoutConfiguration
    ) {
        self.init(sectionProvider: { _, _ in section }, configuration: configuration)
    }

    override func frames(
        of counts: [Int],
        in size: CGSize,
        _ traits: UITraitCollection
    ) -> (frames: [[CGRect]], size: CGSize) {
        let environment = LayoutEnvironment(size, traits)
        let isHorizontal = configuration.scrollDirection == .horizontal
        var start: CGFloat = 0
        var frames: [[CGRect]] = []
        for (index, count) in counts.enumerated() {
            guard let section = provide(index, environment) else {
                frames.append([])
                continue
            }
            let placed = place(count, section, size, start, isHorizontal)
            frames.append(placed.frames)
            start = placed.end + configuration.interSectionSpacing
        }
        return (
            frames, isHorizontal ? CGSize(width: start, height: size.height) : CGSize(width: size.width, height: start)
        )
    }

    private func place(
        _ count: Int,
        _ section: NSCollectionLayoutSection,
        _ size: CGSize,
        _ start: CGFloat,
        _ isHorizontal: Bool
    ) -> (frames: [CGRect], end: CGFloat) {
        guard count > 0 else { return ([], start) }
        let insets = section.contentInsets
        let room = CGSize(
            width: size.width - insets.leading - insets.trailing,
            height: size.height - insets.top - insets.bottom
        )
        let group = section.group
        let groupSize = group.layoutSize.size(in: room)
        let perGroup = max(1, group.items.count)
        var frames: [CGRect] = []
        var origin = CGPoint(
            x: isHorizontal ? start + insets.leading : insets.leading,
            y: isHorizontal ? insets.top : start + insets.top
        )
        for first in stride(from: 0, to: count, by: perGroup) {
            frames += members(min(perGroup, count - first), of: group, at: origin, groupSize)
            let step = (isHorizontal ? groupSize.width : groupSize.height) + section.interGroupSpacing
            if isHorizontal { origin.x += step } else { origin.y += step }
        }
        let end = isHorizontal ? origin.x + insets.trailing : origin.y + insets.bottom
        return (frames, end - section.interGroupSpacing)
    }

    private func members(
        _ count: Int,
        of group: NSCollectionLayoutGroup,
        at origin: CGPoint,
        _ size: CGSize
    ) -> [CGRect] {
        let spacing = group.interItemSpacing?.spacing ?? 0
        let gaps = spacing * CGFloat(max(0, group.items.count - 1))
        let room = CGSize(
            width: group.isHorizontal ? size.width - gaps : size.width,
            height: group.isHorizontal ? size.height : size.height - gaps
        )
        var place = origin
        return (0..<count).map { index in
            var itemSize = group.items[index].layoutSize.size(in: room)
            // A repeated item has the width of its share.
            if group.isHorizontal, group.items.count > 1 { itemSize.width = room.width / CGFloat(group.items.count) }
            defer {
                if group.isHorizontal {
                    place.x += itemSize.width + spacing
                } else {
                    place.y += itemSize.height + spacing
                }
            }
            return CGRect(origin: place, size: itemSize)
        }
    }
}

extension UICollectionViewCompositionalLayout {
    public class func list(using configuration: UICollectionLayoutListConfiguration)
        -> UICollectionViewCompositionalLayout
    {
        let layout = UICollectionViewCompositionalLayout { _, environment in
            NSCollectionLayoutSection.list(using: configuration, layoutEnvironment: environment)
        }
        layout.listConfiguration = configuration
        return layout
    }
}
