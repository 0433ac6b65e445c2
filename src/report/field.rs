use serde_json::{Map, Value, json};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Text,
    Number,
    Count,
    Fraction,
    Decimal,
    Truth,
}

impl Kind {
    const fn in_json(self) -> &'static str {
        match self {
            Kind::Text | Kind::Count | Kind::Fraction => "string",
            Kind::Number => "integer",
            Kind::Decimal => "number",
            Kind::Truth => "boolean",
        }
    }
}

#[derive(Clone, Debug)]
pub struct Field {
    pub key: String,
    pub help: String,
    /// The type of the value, or of a list's items.
    pub kind: Kind,
    pub is_list: bool,
    /// The value may be `null`.
    pub is_optional: bool,
    /// If not empty, the only possible values, or items of a list, besides `null`.
    pub values: Vec<Value>,
}

impl Field {
    fn schema(&self) -> Value {
        let or_null = |name: &str| match self.is_optional {
            true => json!([name, "null"]),
            false => json!(name),
        };
        let mut item = Map::new();
        if !self.values.is_empty() {
            let null = Some(Value::Null).filter(|_| self.is_optional && !self.is_list);
            item.insert(
                "enum".to_owned(),
                self.values.iter().cloned().chain(null).collect(),
            );
        } else if self.is_list {
            item.insert("type".to_owned(), json!(self.kind.in_json()));
        } else {
            item.insert("type".to_owned(), or_null(self.kind.in_json()));
        }
        let mut schema = match self.is_list {
            true => json!({"type": or_null("array"), "items": item}),
            false => Value::Object(item),
        };
        if !self.help.is_empty() {
            schema["description"] = json!(self.help);
        }
        schema
    }
}

pub fn object_schema(properties: Map<String, Value>) -> Value {
    json!({
        "type": "object",
        "additionalProperties": false,
        "required": properties.keys().collect::<Vec<_>>(),
        "properties": properties,
    })
}

pub fn properties<'a>(fields: impl Iterator<Item = &'a Field>) -> Map<String, Value> {
    fields
        .map(|field| (field.key.clone(), field.schema()))
        .collect()
}

/// The effective values of the flags that shape the result, but not of `--variant`, which only sets
/// others.
#[derive(Clone, Debug, Default)]
pub struct Parameters(pub Vec<(Field, Value)>);

impl Parameters {
    /// Panics if there is no such parameter.
    pub fn set(&mut self, key: &str, value: impl Into<Value>) {
        let parameter = self.0.iter_mut().find(|(field, _)| field.key == key);
        parameter.expect("a flag with this name").1 = value.into();
    }

    pub(super) fn json(&self) -> Value {
        let entries = self.0.iter();
        Value::Object(
            entries
                .map(|(field, value)| (field.key.clone(), value.clone()))
                .collect(),
        )
    }

    pub(super) fn schema(&self) -> Value {
        object_schema(properties(self.0.iter().map(|(field, _)| field)))
    }
}
