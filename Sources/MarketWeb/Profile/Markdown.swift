import CCMark

/// Texts in Markdown, as CommonMark defines it.
enum Markdown {
    /// What the addresses of links may begin with. Anything else would lead somewhere in this market, or execute something.
    private static let schemes = ["https://", "http://", "mailto:", "tel:"]
    /// The deepest heading of HTML.
    private static let deepestHeading: Int32 = 6

    /// Returns a text as HTML that is safe in a page: without images, and with links to other sites, mail addresses and phone numbers
    /// only. Of other links the label stays, and HTML in the text is shown as it was written, so that nothing is lost. Headings begin below that of the page, `h1`, and lines end where they are written
    /// to end, as in a postal address.
    static func html(_ text: String) -> String {
        var text = text
        let parsed = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                cmark_parse_document($0.baseAddress, $0.count, CMARK_OPT_DEFAULT)
            }
        }
        guard let document = parsed else { return "" }
        defer { cmark_node_free(document) }
        restrict(document)
        guard let html = cmark_render_html(document, CMARK_OPT_SAFE | CMARK_OPT_HARDBREAKS) else { return "" }
        defer { cmark_get_default_mem_allocator().pointee.free(html) }
        return String(cString: html)
    }

    private static func restrict(_ document: OpaquePointer) {
        var (links, removed, html): ([OpaquePointer], [OpaquePointer], [OpaquePointer]) = ([], [], [])
        guard let nodes = cmark_iter_new(document) else { return }
        // Nodes are removed when all have been seen: the iterator would follow them.
        while cmark_iter_next(nodes) != CMARK_EVENT_DONE {
            guard cmark_iter_get_event_type(nodes) == CMARK_EVENT_ENTER, let node = cmark_iter_get_node(nodes) else {
                continue
            }
            switch cmark_node_get_type(node) {
            case CMARK_NODE_LINK where !isAllowed(cmark_node_get_url(node)): links.append(node)
            case CMARK_NODE_IMAGE: removed.append(node)
            case CMARK_NODE_HTML_BLOCK, CMARK_NODE_HTML_INLINE: html.append(node)
            case CMARK_NODE_HEADING:
                let level = min(deepestHeading, cmark_node_get_heading_level(node) + 1)
                cmark_node_set_heading_level(node, level)
            default: break
            }
        }
        cmark_iter_free(nodes)
        for node in html { replaceByText(node) }
        for link in links {
            while let label = cmark_node_first_child(link) { cmark_node_insert_before(link, label) }
            cmark_node_free(link)
        }
        // One may be in another one, which frees what is in it.
        for node in removed { cmark_node_unlink(node) }
        for node in removed { cmark_node_free(node) }
    }

    /// Shows HTML as text. A block of it ends with the next blank line, whatever is in it.
    private static func replaceByText(_ node: OpaquePointer) {
        let text = cmark_node_get_literal(node).map { String(cString: $0) } ?? ""
        let isBlock = cmark_node_get_type(node) == CMARK_NODE_HTML_BLOCK
        guard let parent = isBlock ? cmark_node_new(CMARK_NODE_PARAGRAPH) : cmark_node_parent(node) else { return }
        for (number, line) in text.split(separator: "\n").enumerated() {
            var parts = [CMARK_NODE_TEXT]
            if number > 0 { parts.insert(CMARK_NODE_SOFTBREAK, at: 0) }
            for part in parts {
                guard let part = cmark_node_new(part) else { return }
                cmark_node_set_literal(part, String(line))
                if isBlock { cmark_node_append_child(parent, part) } else { cmark_node_insert_before(node, part) }
            }
        }
        if isBlock { cmark_node_insert_before(node, parent) }
        cmark_node_unlink(node)
        cmark_node_free(node)
    }

    private static func isAllowed(_ address: UnsafePointer<CChar>?) -> Bool {
        guard let address else { return false }
        let text = String(cString: address).lowercased()
        return schemes.contains { text.hasPrefix($0) && text.utf8.count > $0.utf8.count }
    }
}
