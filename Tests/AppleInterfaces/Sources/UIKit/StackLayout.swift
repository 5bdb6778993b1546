import CoreGraphics
import Foundation

/// Places the views of a stack: one after another with their usual sizes, those that stretch in what remains.
@MainActor
enum StackLayout {
    static func frames(of stack: UIStackView) -> [(view: UIView, frame: CGRect)] {
        let margins = stack.isLayoutMarginsRelativeArrangement ? stack.directionalLayoutMargins : .zero
        let room = CGRect(
            x: margins.leading,
            y: margins.top,
            width: stack.bounds.width - margins.leading - margins.trailing,
            height: stack.bounds.height - margins.top - margins.bottom
        )
        let isVertical = stack.axis == .vertical
        let views = stack.arrangedSubviews.filter { !$0.isHidden }
        let sizes = views.map { isVertical ? aspect(of: $0).map { $0 * room.width } ?? height(of: $0) : width(of: $0) }
        let used = sizes.compactMap(\.self).reduce(0, +) + stack.spacing * CGFloat(max(0, views.count - 1))
        let flexibleCount = sizes.count { $0 == nil }
        let share = max(0, (isVertical ? room.height : room.width) - used) / CGFloat(max(1, flexibleCount))
        var place = isVertical ? room.minY : room.minX
        return zip(views, sizes).map { view, size in
            let length = size ?? share
            defer { place += length + stack.spacing }
            let across =
                isVertical ? room.width : stack.alignment == .fill ? room.height : height(of: view) ?? room.height
            return (
                view,
                isVertical
                    ? CGRect(x: room.minX, y: place, width: across, height: length)
                    : CGRect(x: place, y: room.minY, width: length, height: across)
            )
        }
    }

    /// Returns the height of a view as a part of its width, if a constraint says so.
    private static func aspect(of view: UIView) -> CGFloat? {
        view.constraintsOfThis.first {
            $0.first.item === view && $0.first.attribute == .height && $0.second?.item === view && $0.kind == .equal
        }?.factor
    }

    /// Returns the usual height of a view; nil if it takes what it gets.
    static func height(of view: UIView) -> CGFloat? {
        if let fixed = constant(.height, .equal, of: view) { return fixed }
        let usual: CGFloat? =
            switch view {
            case let stack as UIStackView: height(ofStack: stack)
            case is UITextView: 36
            case is UIScrollView: nil
            case is UILabel, is UIActivityIndicatorView: 20
            case is UIProgressView: 4
            default: 34
            }
        return usual.map { max($0, constant(.height, .greaterThanOrEqual, of: view) ?? 0) }
    }

    private static func height(ofStack stack: UIStackView) -> CGFloat? {
        let views = stack.arrangedSubviews.filter { !$0.isHidden }
        let heights = views.compactMap { height(of: $0) }
        guard heights.count == views.count else { return nil }
        let margins = stack.isLayoutMarginsRelativeArrangement ? stack.directionalLayoutMargins : .zero
        let content =
            stack.axis == .vertical
            ? heights.reduce(0, +) + stack.spacing * CGFloat(max(0, views.count - 1)) : heights.max() ?? 0
        return content + margins.top + margins.bottom
    }

    private static func width(of view: UIView) -> CGFloat? {
        if let fixed = constant(.width, .equal, of: view) { return fixed }
        guard view is UIButton else { return nil }
        return max(60, constant(.width, .greaterThanOrEqual, of: view) ?? 0)
    }

    private static func constant(
        _ attribute: LayoutAttribute,
        _ relation: NSLayoutConstraint.Relation,
        of view: UIView
    ) -> CGFloat? {
        view.constraintsOfThis.first {
            $0.first.item === view && $0.first.attribute == attribute && $0.second == nil && $0.kind == relation
        }?.constant
    }
}
